package dev.redlock.testkit.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** The library that lets a test move the wall clock of a server, or the reason why there is none. See {@code clock.c}. */
record ClockShim(Optional<Path> library, String missing) {
    /** Set to {@code real}, nodes read the clock as Redis does: with the library in between it takes a system call. */
    static final String PROPERTY = "redlock.testkit.clock";

    static ClockShim forThisMachine() {
        if (System.getProperty(PROPERTY, "").equals("real")) {
            return none("the clock of a node cannot be moved where " + PROPERTY + " is 'real'");
        }
        if (!System.getProperty("os.name").equals("Linux")) {
            return none("moving the clock of a node needs Linux");
        }
        try {
            String source = Resources.text("clock.c");
            CRC32 checksum = new CRC32();
            checksum.update(source.getBytes(StandardCharsets.UTF_8));
            String name =
                    "clock-" + System.getProperty("os.arch") + "-" + Long.toHexString(checksum.getValue()) + ".so";
            return new ClockShim(Optional.of(CacheFolder.file(name, target -> compile(source, target))), "");
        } catch (IOException e) {
            return none(
                    "moving the clock of a node needs a C compiler (apt-get install gcc libc6-dev): " + e.getMessage());
        }
    }

    static ClockShim none(String missing) {
        return new ClockShim(Optional.empty(), missing);
    }

    private static void compile(String source, Path target) throws IOException {
        Path file = Files.createTempFile("redlock-clock", ".c");
        try {
            Files.writeString(file, source);
            Commands.output(List.of("cc", "-O2", "-shared", "-fPIC", "-o", target.toString(), file.toString()));
        } finally {
            Files.delete(file);
        }
    }

    /** Whether the server really took the library in; one that is linked statically cannot. */
    boolean isLoadedBy(long pid) {
        try {
            return library.isPresent()
                    && Files.readString(Path.of("/proc", Long.toString(pid), "maps"), StandardCharsets.ISO_8859_1)
                            .contains(library.get().toString());
        } catch (IOException e) {
            return false;
        }
    }
}
