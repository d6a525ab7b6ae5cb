package dev.redlock.simulation.plan;

import dev.redlock.simulation.plan.ClientPlan.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * All that is decided before a run begins. The rest follows from it and the seed.
 *
 * @param nodePpm by node, how much faster its clock runs, in millionths
 * @param driftPpm how much rates may differ according to the clients
 * @param names how many locks there are
 * @param end when the faults are over, in nanoseconds
 */
public record Plan(
        long seed,
        List<Integer> nodePpm,
        int driftPpm,
        int names,
        NetworkPlan network,
        List<ClientPlan> clients,
        List<Fault> faults,
        long end) {

    public Plan {
        nodePpm = List.copyOf(nodePpm);
        clients = List.copyOf(clients);
        faults = List.copyOf(faults);
    }

    public int nodes() {
        return nodePpm.size();
    }

    /** A cluster that has lost everything goes on from its clocks at once, so those must agree. */
    Plan withEvenClocks() {
        List<Integer> even = nodePpm.stream().map(ppm -> 0).toList();
        return new Plan(seed, even, driftPpm, names, network, clients, faults, end);
    }

    public Plan withFaults(List<Fault> fewer) {
        return new Plan(seed, nodePpm, driftPpm, names, network, clients, fewer, end);
    }

    public Plan withClients(List<ClientPlan> fewer) {
        return new Plan(seed, nodePpm, driftPpm, names, network, fewer, faults, end);
    }

    public Plan withNames(int fewer) {
        return new Plan(seed, nodePpm, driftPpm, fewer, network, clients, faults, end);
    }

    public Plan withEnd(long sooner) {
        List<Fault> left = new ArrayList<>(faults);
        left.removeIf(fault -> fault.at() >= sooner);
        return new Plan(seed, nodePpm, driftPpm, names, network, clients, left, sooner);
    }

    public long longestTtlNanos() {
        return longest(Settings::ttl);
    }

    public long longestQuarantineNanos() {
        return longest(Settings::maxTtl);
    }

    private long longest(Function<Settings, Duration> which) {
        long longest = 0;
        for (ClientPlan client : clients) {
            for (Settings life : client.lives()) {
                longest = Math.max(longest, which.apply(life).toNanos());
            }
        }
        return longest;
    }

    /**
     * Whether the assumptions hold on which mutual exclusion rests: rates within the drift, no jump of a clock, and nobody
     * who comes when more than a minority has forgotten. If not, only tokens are promised.
     */
    public boolean promisesExclusion() {
        boolean ratesHold = clients.stream()
                .allMatch(client -> nodePpm.stream().allMatch(ppm -> Math.abs(ppm - client.ppm()) <= driftPpm));
        return ratesHold && !has(Fault.Kind.JUMP) && !(forgetsTooMuch() && hasNewcomers());
    }

    private boolean has(Fault.Kind kind) {
        return faults.stream().anyMatch(fault -> fault.kind() == kind);
    }

    private boolean hasNewcomers() {
        return has(Fault.Kind.CRASH) || clients.stream().anyMatch(client -> client.startAt() > 0);
    }

    /**
     * A client that meets a majority of empty nodes for the first time, and no other ones, takes the cluster for new. So
     * many nodes must not be without their data within a quarantine, unless everybody has known them before.
     */
    public boolean forgetsTooMuch() {
        long window = 2 * longestQuarantineNanos() + 10_000_000_000L;
        for (Fault last : faults) {
            long forgetful = faults.stream()
                    .filter(fault ->
                            fault.kind().forgets() && fault.at() <= last.at() && fault.at() > last.at() - window)
                    .mapToInt(Fault::node)
                    .distinct()
                    .count();
            if (forgetful > (nodes() - 1) / 2) {
                return true;
            }
        }
        return false;
    }
}
