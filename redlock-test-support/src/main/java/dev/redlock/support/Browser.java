package dev.redlock.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real Chromium without a window, told what to do over its debugging protocol. */
public final class Browser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+),");
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");
    private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]*)\"");
    private static final Pattern SESSION = Pattern.compile("\"sessionId\":\"([^\"]*)\"");
    private static final Pattern TARGET = Pattern.compile("\"targetId\":\"([^\"]*)\"");

    private final Path profile;
    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<String>> open = new ConcurrentHashMap<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private String session = "";
    private int lastId;

    /** The first one on the path, if any is installed. */
    public static Optional<Path> installed() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public Browser(Path program) throws IOException {
        profile = Files.createTempDirectory("redlock-browser");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank"));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output.txt").toFile())
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> Files.exists(port) && Files.readAllLines(port).size() == 2);
        List<String> address = Files.readAllLines(port);
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + address.get(0) + address.get(1)), new Listener())
                .join();
    }

    /** Shows a page in a window of that width. */
    public void show(URI page, int width, int height, boolean dark) {
        String target = find(TARGET, call("Target.createTarget", "\"url\":\"about:blank\""));
        session = "";
        session = find(SESSION, call("Target.attachToTarget", "\"flatten\":true,\"targetId\":\"" + target + "\""));
        errors.clear();
        call("Runtime.enable", "");
        call("Log.enable", "");
        call("Page.enable", "");
        call(
                "Emulation.setDeviceMetricsOverride",
                "\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":%s"
                        .formatted(width, height, width < 600));
        call(
                "Emulation.setEmulatedMedia",
                "\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]"
                        .formatted(dark ? "dark" : "light"));
        call("Page.navigate", "\"url\":\"" + page + "\"");
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> ask("location.href.split('#')[0] + ' ' + document.readyState")
                        .equals(page + " complete"));
    }

    /** What the expression says, as a text. */
    public String ask(String expression) {
        String answer = call(
                "Runtime.evaluate",
                "\"awaitPromise\":true,\"expression\":"
                        + quoted("Promise.resolve(" + expression + ").then(x => encodeURIComponent(String(x)))"));
        return URLDecoder.decode(find(VALUE, answer).replace("+", "%2B"), UTF_8);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    public void press(String key) {
        for (String type : List.of("keyDown", "keyUp")) {
            call(
                    "Input.dispatchKeyEvent",
                    "\"type\":\"%s\",\"key\":\"%s\",\"text\":\"%s\""
                            .formatted(type, key, key.length() == 1 && type.equals("keyDown") ? key : ""));
        }
    }

    public void screenshot(Path file) throws IOException {
        String data = find(DATA, call("Page.captureScreenshot", "\"format\":\"png\""));
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /** Everything that the page complained about. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    private synchronized String call(String method, String parameters) {
        int id = ++lastId;
        CompletableFuture<String> answer = new CompletableFuture<>();
        open.put(id, answer);
        String in = session.isEmpty() ? "" : ",\"sessionId\":\"" + session + "\"";
        socket.sendText("{\"id\":%d,\"method\":\"%s\",\"params\":{%s}%s}".formatted(id, method, parameters, in), true)
                .join();
        String text = answer.orTimeout(30, TimeUnit.SECONDS).join();
        if (text.contains("\"error\":{") || text.contains("\"exceptionDetails\":{")) {
            throw new IllegalStateException(method + " " + parameters + " -> " + text);
        }
        return text;
    }

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        await().atMost(20, TimeUnit.SECONDS).until(() -> !process.isAlive());
        children.forEach(ProcessHandle::destroyForcibly);
        await().atMost(20, TimeUnit.SECONDS).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(path -> path.toFile().delete());
        }
    }

    /** Answers go to those who wait for them, complaints to the list. */
    private final class Listener implements WebSocket.Listener {

        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                accept(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void accept(String text) {
            Matcher id = ID.matcher(text);
            if (id.find()) {
                CompletableFuture<String> waiting = open.remove(Integer.parseInt(id.group(1)));
                if (waiting != null) {
                    waiting.complete(text);
                }
            } else if (text.contains("Runtime.exceptionThrown")
                    || (text.contains("Runtime.consoleAPICalled") && text.contains("\"type\":\"error\""))
                    || (text.contains("Log.entryAdded") && text.contains("\"level\":\"error\""))) {
                errors.add(text);
            }
        }
    }
}
