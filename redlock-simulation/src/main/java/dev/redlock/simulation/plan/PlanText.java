package dev.redlock.simulation.plan;

import dev.redlock.simulation.plan.ClientPlan.Settings;
import dev.redlock.simulation.plan.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A plan as text, one thing a line, so that a run can be kept although plans are drawn in another way by now. Times are in
 * nanoseconds; lines that begin with a # are for people.
 */
public final class PlanText {
    private PlanText() {}

    public static String write(Plan plan) {
        StringBuilder text = new StringBuilder();
        line(text, "seed", plan.seed());
        line(text, "nodes", plan.nodePpm().toArray());
        line(text, "drift", plan.driftPpm());
        line(text, "names", plan.names());
        NetworkPlan network = plan.network();
        line(text, "network", network.fastest(), network.spread(), network.steady());
        line(text, "end", plan.end());
        for (ClientPlan client : plan.clients()) {
            line(text, "client", client.ppm(), client.workers(), client.startAt());
            for (Settings life : client.lives()) {
                line(text, "life", nanos(life.ttl()), nanos(life.nodeTimeout()), nanos(life.maxTtl()));
            }
        }
        for (Fault fault : plan.faults()) {
            line(text, "fault", fault.at(), fault.kind(), fault.client(), fault.node(), fault.amount());
        }
        return text.toString();
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }

    private static void line(StringBuilder text, String first, Object... others) {
        text.append(first);
        for (Object other : others) {
            text.append(' ').append(other);
        }
        text.append('\n');
    }

    public static Plan read(String text) {
        Reader reader = new Reader();
        text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> reader.read(line.split(" ", -1)));
        return reader.plan();
    }

    private static final class Reader {
        private long seed;
        private List<Integer> nodes = List.of();
        private int drift;
        private int names;
        private NetworkPlan network = new NetworkPlan(0, 0, true);
        private long end;
        private final List<ClientPlan> clients = new ArrayList<>();
        private final List<Fault> faults = new ArrayList<>();

        private void read(String[] words) {
            switch (words[0]) {
                case "seed" -> seed = number(words[1]);
                case "nodes" ->
                    nodes = Arrays.stream(words).skip(1).map(Integer::valueOf).toList();
                case "drift" -> drift = (int) number(words[1]);
                case "names" -> names = (int) number(words[1]);
                case "network" ->
                    network = new NetworkPlan(number(words[1]), number(words[2]), Boolean.parseBoolean(words[3]));
                case "end" -> end = number(words[1]);
                case "client" ->
                    clients.add(new ClientPlan(
                            (int) number(words[1]), (int) number(words[2]), number(words[3]), List.of()));
                case "life" -> addLife(new Settings(time(words[1]), time(words[2]), time(words[3])));
                case "fault" ->
                    faults.add(new Fault(
                            number(words[1]),
                            Kind.valueOf(words[2]),
                            (int) number(words[3]),
                            (int) number(words[4]),
                            number(words[5])));
                default -> throw new IllegalArgumentException("not a line of a plan: " + String.join(" ", words));
            }
        }

        private void addLife(Settings life) {
            ClientPlan last = clients.remove(clients.size() - 1);
            List<Settings> lives = new ArrayList<>(last.lives());
            lives.add(life);
            clients.add(new ClientPlan(last.ppm(), last.workers(), last.startAt(), lives));
        }

        private Plan plan() {
            return new Plan(seed, nodes, drift, names, network, clients, faults, end);
        }

        private static long number(String word) {
            return Long.parseLong(word);
        }

        private static Duration time(String word) {
            return Duration.ofNanos(number(word));
        }
    }
}
