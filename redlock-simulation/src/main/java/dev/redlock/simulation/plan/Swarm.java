package dev.redlock.simulation.plan;

import dev.redlock.simulation.plan.ClientPlan.Settings;
import dev.redlock.simulation.plan.Fault.Group;
import dev.redlock.simulation.plan.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws a plan. Most seeds have only a few kinds of faults: with all of them at once, each would hide what the others could
 * show.
 */
public final class Swarm {
    private static final List<Group> ALL = List.of(Group.values());
    private static final long MILLI = 1_000_000;
    private static final int DRIFT_PPM = 10_000;

    private final SplittableRandom random;
    private final long seed;

    private Swarm(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    public static Plan draw(long seed) {
        return new Swarm(seed).draw();
    }

    private Plan draw() {
        Set<Group> groups = groups();
        int nodes = random.nextInt(5) < 2 ? 3 : 1 + random.nextInt(7);
        Duration longest = Duration.ofMillis(between(150, 700));
        long end = longest.toMillis() * between(80, 400) / 100 * MILLI;
        boolean ratesDiffer = random.nextInt(3) == 0;
        // Tokens of a node that has lost its data go on from its clock, so clocks that are far apart must not meet
        // that.
        boolean beyondDrift = ratesDiffer && random.nextInt(4) == 0 && !groups.contains(Group.FORGETTING);
        int ppm = !ratesDiffer ? 0 : beyondDrift ? 500_000 : DRIFT_PPM / 2;
        List<Integer> nodePpm = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            nodePpm.add(drift(ppm));
        }
        List<ClientPlan> clients = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        NetworkPlan network = network();
        for (int client = 0; client < count; client++) {
            clients.add(client(longest, end, network, beyondDrift ? 0 : drift(ppm)));
        }
        List<Fault> faults = faults(groups, nodes, count, end, longest);
        Plan plan = new Plan(seed, nodePpm, DRIFT_PPM, 1 + random.nextInt(2), network, clients, faults, end);
        return plan.forgetsTooMuch() ? plan.withEvenClocks() : plan;
    }

    private Set<Group> groups() {
        Set<Group> groups = EnumSet.noneOf(Group.class);
        int wanted = random.nextInt(5);
        for (int drawn = 0; drawn < wanted; drawn++) {
            groups.add(ALL.get(random.nextInt(ALL.size())));
        }
        if (groups.contains(Group.FORGETTING)) {
            // See above: this is the one thing for which a clock must not be wrong by more than a quarantine.
            groups.remove(Group.JUMP);
        }
        return groups;
    }

    private NetworkPlan network() {
        long fastest = between(50, 2_000) * 1_000;
        return new NetworkPlan(fastest, fastest * between(0, 6), random.nextInt(5) == 0);
    }

    private ClientPlan client(Duration longest, long end, NetworkPlan network, int ppm) {
        long startAt = random.nextInt(5) == 0 ? random.nextLong(end) : 0;
        List<Settings> lives = new ArrayList<>();
        lives.add(settings(longest, network));
        if (random.nextInt(4) == 0) {
            lives.add(settings(longest, network));
        }
        return new ClientPlan(ppm, random.nextInt(4) == 0 ? 2 : 1, startAt, lives);
    }

    /** With luck, somebody's longest ttl is a fraction of somebody else's ttl. */
    private Settings settings(Duration longest, NetworkPlan network) {
        Duration ttl = random.nextInt(3) == 0 ? longest.dividedBy(2 + random.nextInt(3)) : longest;
        // Whoever waits for less than a round trip never gets a lock.
        Duration roundTrip =
                Duration.ofNanos(2 * (network.fastest() + network.spread())).plusMillis(1);
        Duration share = ttl.dividedBy(random.nextInt(4) == 0 ? 2 : 5 + random.nextInt(10));
        Duration nodeTimeout = share.compareTo(roundTrip) < 0 ? roundTrip : share;
        Duration maxTtl = ttl.plusMillis(random.nextInt(3) * between(1, 500));
        return new Settings(ttl, nodeTimeout, maxTtl);
    }

    private List<Fault> faults(Set<Group> groups, int nodes, int clients, long end, Duration longest) {
        List<Kind> kinds = Arrays.stream(Kind.values())
                .filter(kind -> groups.contains(kind.group()))
                .toList();
        List<Fault> faults = new ArrayList<>();
        int count = kinds.isEmpty() ? 0 : 1 + random.nextInt(3 * groups.size() + 3);
        for (int number = 0; number < count; number++) {
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            long at = random.nextLong(end / 20, end);
            long amount = random.nextLong(2 * longest.toNanos());
            long signed = kind == Kind.JUMP && random.nextBoolean() ? -amount : amount;
            int client = random.nextInt(clients);
            int hit = isWide(kind) ? 1 + random.nextInt(nodes) : 1;
            int first = random.nextInt(nodes);
            for (int other = 0; other < hit; other++) {
                faults.add(new Fault(at, kind, client, (first + other) % nodes, signed));
            }
        }
        faults.sort(null);
        return faults;
    }

    /** A partition usually cuts off more than one node. */
    private static boolean isWide(Kind kind) {
        return kind.group() == Group.PARTITION || kind.group() == Group.NETWORK || kind.group() == Group.ERRORS;
    }

    private int drift(int ppm) {
        return ppm == 0 ? 0 : random.nextInt(-ppm, ppm + 1);
    }

    private long between(int low, int high) {
        return random.nextInt(low, high + 1);
    }
}
