package dev.redlock.chaos.catalogue;

import dev.redlock.chaos.history.Traffic;
import dev.redlock.chaos.scenario.Call;
import dev.redlock.chaos.scenario.Stage;
import dev.redlock.testkit.redis.RedisNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the nodes had to do, by their own statistics, from when this was made. */
final class Load {
    private static final Pattern SCRIPT_CALLS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)");
    private static final Pattern CONNECTIONS = Pattern.compile("total_connections_received:(\\d+)");

    private final Stage stage;
    private final long commandsBefore;
    private final long connectionsBefore;

    Load(Stage stage) {
        this.stage = stage;
        this.commandsBefore = sum("commandstats", SCRIPT_CALLS);
        this.connectionsBefore = sum("stats", CONNECTIONS);
    }

    /**
     * Notes what these crowds have cost, and what would have been too much.
     *
     * @param commandsPerNode for each call of the application, waiting included
     */
    void of(List<Call> crowds, long commandsPerNode, long reconnectsAllowed) {
        long attempts = crowds.stream()
                .mapToLong(crowd -> crowd.await().number("tried"))
                .sum();
        long connections = sum("stats", CONNECTIONS) - connectionsBefore;
        long commands = sum("commandstats", SCRIPT_CALLS) - commandsBefore;
        int nodes = stage.contestant().nodes();
        // The question itself takes a connection to each node, once when this was made and once now.
        long reconnects = Math.max(0, connections - 2L * nodes);
        stage.count("commands", commands);
        stage.count("connections opened again", reconnects);
        stage.traffic(new Traffic(attempts, commands, commandsPerNode * nodes, reconnects, reconnectsAllowed));
    }

    private long sum(String section, Pattern figure) {
        long sum = 0;
        for (RedisNode node : stage.rig().nodes().subList(0, stage.contestant().nodes())) {
            Matcher found = figure.matcher(node.command("INFO", section));
            while (found.find()) {
                sum += Long.parseLong(found.group(1));
            }
        }
        return sum;
    }
}
