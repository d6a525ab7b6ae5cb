package dev.redlock.examples.payout;

import static org.awaitility.Awaitility.await;

import dev.redlock.support.StoppableProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service as a process of its own, which can be stopped as {@code kill -STOP} stops it. */
final class AppProcess implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    private final StoppableProcess handle;
    private final Path log;
    private int port;

    private AppProcess(Process process, Path log) {
        this.handle = new StoppableProcess("the service", process);
        this.log = log;
    }

    static AppProcess start(Class<?> main, Path folder, String... arguments) throws IOException {
        Path log = Files.createTempFile(folder, "app", ".log");
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                "--server.port=0",
                "--spring.main.banner-mode=off"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new AppProcess(process, log);
    }

    /** Waits until it answers requests. */
    void ready() throws IOException {
        await("start of the service, see " + log).atMost(Duration.ofSeconds(60)).until(() -> {
            if (!handle.isAlive()) {
                throw new IllegalStateException("the service has ended: " + Files.readString(log));
            }
            return findPort().isPresent();
        });
        port = findPort().orElseThrow();
    }

    private Optional<Integer> findPort() throws IOException {
        Matcher matcher = PORT.matcher(Files.readString(log));
        return matcher.find() ? Optional.of(Integer.parseInt(matcher.group(1))) : Optional.empty();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(path)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    List<String> logLines() throws IOException {
        return Files.readAllLines(log);
    }

    void freeze() {
        handle.freeze();
    }

    void thaw() {
        handle.thaw();
    }

    @Override
    public void close() {
        handle.close();
    }
}
