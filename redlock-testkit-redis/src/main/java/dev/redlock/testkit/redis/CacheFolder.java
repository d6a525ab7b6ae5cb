package dev.redlock.testkit.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Files made once per machine and user. It lies in the user's own folder and not in the shared one for temporary files,
 * where somebody else could have put a program under the expected name.
 */
final class CacheFolder {
    /** Writes the wanted content to a path. */
    @FunctionalInterface
    interface Maker {
        void make(Path target) throws IOException;
    }

    private CacheFolder() {}

    /** Returns the file of that name. It is made under another name first, so nobody ever sees half of it. */
    static Path file(String name, Maker maker) throws IOException {
        Path folder = folder();
        Path file = folder.resolve(name);
        if (Files.notExists(file)) {
            Path draft = Files.createTempFile(folder, name, ".draft");
            try {
                maker.make(draft);
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        }
        return file;
    }

    private static Path folder() throws IOException {
        try {
            Path folder = Files.createDirectories(folderOfUser());
            if (Files.isWritable(folder)) {
                return folder;
            }
        } catch (IOException e) {
            // Some build machines give their user no home.
        }
        return Files.createTempDirectory("redlock-testkit-");
    }

    private static Path folderOfUser() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(home -> !home.isEmpty())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("redlock-testkit");
    }
}
