package dev.redlock.benchmarks.measure;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.testkit.redis.RedisNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one cycle costs a node: commands that clients send, bytes in both directions, and time that scripts take. */
record Traffic(String id, int nodes, List<Kind> kinds) implements Measure {
    private static final int COUNTED = 200;
    private static final int WEIGHED = 2000;

    @Override
    public List<Finding> run(Stage stage) {
        Map<String, List<Double>> commands = new LinkedHashMap<>();
        Map<String, List<Double>> bytesIn = new LinkedHashMap<>();
        Map<String, List<Double>> bytesOut = new LinkedHashMap<>();
        Map<String, List<Double>> work = new LinkedHashMap<>();
        for (Kind kind : kinds) {
            Contender contender = stage.contender(kind, nodes);
            RedisNode node = stage.node(0);
            commands.put(kind.label(), List.of(commands(contender, node)));
            long inBefore = number(node, "total_net_input_bytes");
            long outBefore = number(node, "total_net_output_bytes");
            long workBefore = scripts(node, "usec");
            cycles(contender, "bytes", WEIGHED);
            bytesIn.put(kind.label(), List.of((number(node, "total_net_input_bytes") - inBefore) / (double) WEIGHED));
            bytesOut.put(
                    kind.label(), List.of((number(node, "total_net_output_bytes") - outBefore) / (double) WEIGHED));
            work.put(kind.label(), List.of((scripts(node, "usec") - workBefore) / (double) WEIGHED));
        }
        String where = " per cycle, at one of " + nodes + (nodes == 1 ? " node" : " nodes");
        return List.of(
                Finding.of(new Heading(id, "commands of the client" + where, "", nodes > 1 ? "2" : ""), commands),
                against("in", "bytes to the node" + where, "B", "≤ 1×", bytesIn),
                against("out", "bytes from the node" + where, "B", "", bytesOut),
                against("work", "time in scripts" + where, "µs", "", work));
    }

    private Finding against(String what, String title, String unit, String target, Map<String, List<Double>> values) {
        return Finding.against(Kind.RAW.label(), new Heading(id + " " + what, title, unit, target), values);
    }

    private static void cycles(Contender contender, String kind, int count) {
        for (int cycle = 0; cycle < count; cycle++) {
            contender.lock("traffic:" + kind + ":" + cycle).unlock();
        }
    }

    /** Listens to all that the node does, and leaves out what its own scripts do. */
    private static double commands(Contender contender, RedisNode node) {
        String prefix = "traffic:monitored";
        String end = "the-end-of-" + prefix;
        try (Socket socket = new Socket(node.host(), node.port());
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.UTF_8));
            lines.readLine();
            cycles(contender, "monitored", COUNTED);
            node.command("ECHO", end);
            int sent = 0;
            for (String line = lines.readLine(); line != null && !line.contains(end); line = lines.readLine()) {
                sent += line.contains(prefix) && !line.contains(" lua] ") ? 1 : 0;
            }
            return sent / (double) COUNTED;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sum over all ways to call a script of what the node tells of commands: calls, or usec. */
    static long scripts(RedisNode node, String field) {
        return node.command("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*[:,]" + field + "=(\\d+).*", "$1")))
                .sum();
    }

    static long number(RedisNode node, String field) {
        return node.command("INFO")
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(field.length() + 1).strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the node does not tell its " + field));
    }
}
