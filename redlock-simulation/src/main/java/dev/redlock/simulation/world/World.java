package dev.redlock.simulation.world;

import dev.redlock.node.NodeRequest;
import dev.redlock.simulation.check.Property;
import dev.redlock.simulation.check.Referee;
import dev.redlock.simulation.check.Tally;
import dev.redlock.simulation.check.Violation;
import dev.redlock.simulation.plan.Fault;
import dev.redlock.simulation.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One run: a time of faults, then a time without, in which everything has to come right again. */
public final class World {
    private static final List<Connection.Fate> FATES = List.of(Connection.Fate.values());
    private static final long SECOND = 1_000_000_000;

    /** More than any run needs; what goes on for longer goes round in a circle. */
    private static final long MOST_STEPS = 400_000;

    private final Plan plan;
    private final Schedule schedule = new Schedule();
    private final Referee referee;
    private final List<Server> servers = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final SplittableRandom random;

    /**
     * What came of a run.
     *
     * @param digest the same for runs in which the same happened
     * @param nanos how much time passed in it
     */
    public record Outcome(Optional<Violation> violation, Tally tally, long steps, long nanos, long digest) {}

    private World(Plan plan, @Nullable List<String> trace) {
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed() ^ 0x5DEECE66DL);
        this.referee = new Referee(schedule::now, plan.promisesExclusion(), trace);
    }

    public static Outcome run(Plan plan) {
        return new World(plan, null).run();
    }

    /** As {@link #run(Plan)}, and writes down what happens. */
    public static Outcome run(Plan plan, List<String> trace) {
        return new World(plan, trace).run();
    }

    private Outcome run() {
        DefectLog.observe(referee);
        try {
            play();
        } finally {
            DefectLog.observe(null);
        }
        schedule.mix(referee.tally().grants());
        return new Outcome(referee.violation(), referee.tally(), schedule.done(), schedule.now(), schedule.digest());
    }

    private void play() {
        for (int node = 0; node < plan.nodes(); node++) {
            Clock clock = new Clock(schedule, plan.nodePpm().get(node), random.nextLong(50_000_000));
            servers.add(new Server(node, schedule, clock, referee.ofNode(node)));
        }
        for (int client = 0; client < plan.clients().size(); client++) {
            clients.add(new Client(client, plan, schedule, referee, servers));
        }
        clients.forEach(Client::begin);
        plan.faults().forEach(fault -> schedule.at(fault.at(), () -> inject(fault)));
        proceed(plan.end(), false);
        servers.forEach(Server::calm);
        clients.forEach(Client::calm);
        proceed(plan.end() + longestRecovery(), true);
        if (!isOver() && !areDone()) {
            referee.fail(Property.LIVENESS, "not everybody got the lock within " + longestRecovery() / SECOND + " s");
        }
        proceed(schedule.now() + longestVote() + 2 * SECOND, false);
        checkNothingIsLeft();
    }

    private void proceed(long end, boolean untilDone) {
        int sinceLook = 0;
        while (!isOver() && schedule.step(end)) {
            if (schedule.done() > MOST_STEPS) {
                referee.fail(Property.LIVENESS, "goes round in a circle");
            }
            if (untilDone && sinceLook++ % 16 == 0 && areDone()) {
                return;
            }
        }
    }

    private boolean areDone() {
        for (Client client : clients) {
            if (!client.isDone()) {
                return false;
            }
        }
        return true;
    }

    private boolean isOver() {
        return referee.violation().isPresent();
    }

    private void checkNothingIsLeft() {
        if (isOver()) {
            return;
        }
        for (Server server : servers) {
            server.votes().forEach(vote -> referee.fail(Property.CLEAN_UP, "after all, there is " + vote));
        }
        for (Client client : clients) {
            if (client.isTidy() && !client.engine().isIdle()) {
                referee.fail(Property.CLEAN_UP, "client " + client.index() + " is not idle");
            }
        }
    }

    /** How long a vote can last by the slowest clock, which may have been set back. */
    private long longestVote() {
        long back = plan.faults().stream()
                .filter(fault -> fault.kind() == Fault.Kind.JUMP)
                .mapToLong(fault -> Math.abs(fault.amount()))
                .sum();
        int slowest = plan.nodePpm().stream().mapToInt(ppm -> ppm).min().orElse(0);
        return (plan.longestTtlNanos() + back) * 1_000_000 / (1_000_000 + slowest);
    }

    /** Until connections are back, nodes vote again, old votes have ended, and everybody had a turn. */
    private long longestRecovery() {
        return 20 * SECOND + 3 * plan.longestQuarantineNanos() + 8 * longestVote();
    }

    private void inject(Fault fault) {
        referee.note(() -> "fault: " + fault);
        if (fault.kind().forgets() && plan.forgetsTooMuch() && !clients.stream().allMatch(Client::hasMetAll)) {
            referee.cannotPromiseExclusion("somebody may take the cluster for new");
        }
        Server server = servers.get(fault.node());
        Client client = clients.get(fault.client());
        Link link = client.link(fault.node());
        switch (fault.kind()) {
            case CUT -> link.cut(FATES.get(random.nextInt(FATES.size())));
            case HOLD_REQUESTS -> link.holdRequests(fault.amount());
            case HOLD_REPLIES -> link.holdReplies(fault.amount());
            case HOLD_BOTH -> {
                link.holdRequests(fault.amount());
                link.holdReplies(fault.amount());
            }
            case FREEZE -> server.freezeFor(fault.amount());
            case ERRORS -> server.errFor(fault.amount());
            case SCRIPT_FLUSH -> server.loseScripts();
            case REPEAT -> server.repeatNext();
            case REPEAT_LATE -> server.repeatNextAfter(fault.amount());
            case RESTART -> server.restart(fault.amount() / 4, server.data(), false);
            case RESTART_EMPTY -> server.restart(fault.amount() / 4, null, true);
            case BACKUP -> server.backUp();
            case RESTORE -> server.restore(fault.amount() / 4);
            case WIPE -> server.wipe();
            case ROTATE -> rotate(server);
            case PAUSE -> client.pause(fault.amount());
            case CRASH -> client.crash(fault.amount() / 4);
            case JUMP -> server.jump(fault.amount());
        }
    }

    private static void rotate(Server server) {
        if (server.isUp()) {
            server.execute(new NodeRequest.Rotate(Duration.ZERO));
        }
    }
}
