package dev.redlock.testkit.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs short programs of the operating system. */
final class Commands {
    private Commands() {}

    /** Returns what the program printed, on both of its outputs; an {@link IOException} if it failed. */
    static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(command.get(0) + " failed: " + output.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(command.get(0) + " was interrupted", e);
        }
        return output;
    }
}
