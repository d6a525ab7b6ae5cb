package dev.redlock.testkit.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the operating system says a process is doing. {@link ProcessHandle} tells neither a zombie nor a stopped one. */
enum ProcessState {
    ALIVE,
    STOPPED,
    GONE;

    static ProcessState of(long pid) {
        char letter = letter(pid);
        return switch (letter) {
            case 'T', 't' -> STOPPED;
            case 'Z', 'X', ' ' -> GONE;
            default -> ALIVE;
        };
    }

    /** The one letter that {@code ps} shows too; a space if there is no such process. */
    private static char letter(long pid) {
        try {
            if (!Files.isDirectory(Path.of("/proc/self"))) {
                return (Commands.output(List.of("ps", "-o", "stat=", "-p", Long.toString(pid)))
                                        .strip() + " ")
                        .charAt(0);
            }
            // The name of the program stands before it in brackets, and may itself contain brackets and spaces.
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return ' ';
        }
    }
}
