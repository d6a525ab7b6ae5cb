package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.testkit.redis.RedisNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Several processes that all want the same lock. The limit is one process with one thread that nobody disturbs. */
record Processes(String id, int processes, int threads, int nodes) implements Measure {

    /** What one process says at its end. */
    private record Share(long handovers, List<Long> cycles) {
        private static Share parse(String line) {
            List<Long> numbers =
                    Arrays.stream(line.split(" ", -1)).map(Long::valueOf).toList();
            return new Share(numbers.get(0), numbers.subList(1, numbers.size()));
        }
    }

    @Override
    public List<Finding> run(Stage stage) {
        Map<String, List<Double>> handovers = new LinkedHashMap<>();
        Map<String, List<Double>> cycles = new LinkedHashMap<>();
        Map<String, List<Double>> fairness = new LinkedHashMap<>();
        double seconds = ContendingProcess.MEASURED.toSeconds();
        for (Kind kind : List.of(Kind.RAW, Kind.OURS, Kind.REDISSON_REDLOCK)) {
            boolean isLimit = kind == Kind.RAW;
            List<Share> shares = contend(stage, kind, isLimit ? 1 : processes, isLimit ? 1 : threads);
            long[] all = shares.stream()
                    .flatMapToLong(share -> share.cycles().stream().mapToLong(Long::longValue))
                    .sorted()
                    .toArray();
            double total = Arrays.stream(all).sum();
            double handedOver = shares.stream().mapToLong(Share::handovers).sum();
            handovers.put(kind.label(), List.of((isLimit ? total : handedOver) / seconds));
            cycles.put(kind.label(), List.of(total / seconds));
            if (!isLimit) {
                fairness.put(kind.label(), List.of((double) all[0] / all[all.length - 1]));
            }
        }
        String where = ", one name, " + processes + " processes with " + threads + " threads each, " + nodes + " nodes";
        return List.of(
                Finding.against(
                        Kind.RAW.label(),
                        new Heading(id, "handovers to another process per second" + where, "1/s", "≥ 1×"),
                        handovers),
                Finding.against(
                        Kind.RAW.label(), new Heading(id + " cycles", "cycles per second" + where, "1/s", ""), cycles),
                Finding.of(
                        new Heading(id + " fairness", "fewest by most cycles of a thread" + where, "", "≥ 0.9"),
                        fairness));
    }

    private List<Share> contend(Stage stage, Kind kind, int count, int threadsEach) {
        List<String> uris = IntStream.range(0, nodes)
                .mapToObj(stage::node)
                .map(RedisNode::uri)
                .toList();
        List<Process> children = new ArrayList<>();
        try {
            Path lastHolder = Files.write(Files.createTempFile("last-holder", ".bin"), new byte[Long.BYTES]);
            List<BufferedReader> lines = new ArrayList<>();
            for (int number = 1; number <= count; number++) {
                Process child = start(kind, number, threadsEach, lastHolder, uris);
                children.add(child);
                lines.add(child.inputReader(StandardCharsets.UTF_8));
            }
            for (BufferedReader line : lines) {
                expect(line, ContendingProcess.READY);
            }
            for (Process child : children) {
                child.outputWriter(StandardCharsets.UTF_8).append('\n').flush();
            }
            List<Share> shares = new ArrayList<>();
            for (BufferedReader line : lines) {
                shares.add(Share.parse(Objects.requireNonNull(line.readLine(), "a process has ended")));
            }
            Files.delete(lastHolder);
            return shares;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            children.forEach(Process::destroyForcibly);
        }
    }

    private static Process start(Kind kind, int number, int threads, Path lastHolder, List<String> uris)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                ContendingProcess.class.getName(),
                kind.name(),
                Integer.toString(number),
                Integer.toString(threads),
                lastHolder.toString()));
        command.addAll(uris);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void expect(BufferedReader lines, String wanted) throws IOException {
        String line = lines.readLine();
        if (!wanted.equals(line)) {
            throw new IllegalStateException("a process says '" + line + "' instead of '" + wanted + "'");
        }
    }
}
