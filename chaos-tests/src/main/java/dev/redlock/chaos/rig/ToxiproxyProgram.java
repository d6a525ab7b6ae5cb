package dev.redlock.chaos.rig;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds the program {@code toxiproxy-server} on this machine, or builds it once. */
final class ToxiproxyProgram {
    static final String VERSION = "2.12.0";
    static final String WHAT_TO_INSTALL =
            "Toxiproxy is missing: start a Docker engine, put toxiproxy-server on the PATH, or install Go";

    private static final String MODULE = "github.com/Shopify/toxiproxy/v2/cmd/server@v" + VERSION;
    private static final int MINUTES_TO_BUILD = 5;

    private ToxiproxyProgram() {}

    static Path find() {
        return onPath("toxiproxy-server")
                .or(ToxiproxyProgram::builtBefore)
                .or(ToxiproxyProgram::build)
                .orElseThrow(() -> new IllegalStateException(WHAT_TO_INSTALL));
    }

    private static Optional<Path> onPath(String program) {
        return Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Optional<Path> builtBefore() {
        return Optional.of(folder().resolve("server")).filter(Files::isExecutable);
    }

    /** In the user's own folder: in a shared one somebody else could have put a program under the expected name. */
    private static Path folder() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(home -> !home.isEmpty())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("redlock-testkit")
                .resolve("toxiproxy-" + VERSION);
    }

    private static Optional<Path> build() {
        Optional<Path> go = onPath("go");
        if (go.isEmpty()) {
            return Optional.empty();
        }
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of(go.get().toString(), "install", MODULE));
            builder.environment().put("GOBIN", Files.createDirectories(folder()).toString());
            Process process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(MINUTES_TO_BUILD, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(WHAT_TO_INSTALL + " (go install failed: " + output.strip() + ")");
            }
            return builtBefore();
        } catch (IOException e) {
            throw new IllegalStateException(WHAT_TO_INSTALL + " (go install failed: " + e.getMessage() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while building Toxiproxy", e);
        }
    }
}
