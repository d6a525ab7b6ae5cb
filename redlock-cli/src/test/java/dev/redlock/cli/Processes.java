package dev.redlock.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Whether processes still run. */
final class Processes {
    private Processes() {}

    static List<Long> running(String pids) {
        return Arrays.stream(pids.split("\\s+"))
                .map(Long::parseLong)
                .filter(Processes::isRunning)
                .toList();
    }

    /** One that has ended and waits to be reaped does not run; ProcessHandle cannot tell. */
    static boolean isRunning(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (!Files.exists(Path.of("/proc/self"))) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
        try {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            char state = text.charAt(text.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException gone) {
            return false;
        }
    }
}
