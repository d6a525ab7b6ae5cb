package dev.redlock.simulation.world;

import dev.redlock.node.Claim;
import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.Admission;
import dev.redlock.protocol.Standing;
import dev.redlock.runtime.Engine;
import dev.redlock.runtime.EngineEvents;
import dev.redlock.runtime.Environment;
import dev.redlock.simulation.check.Referee;
import dev.redlock.simulation.plan.ClientPlan;
import dev.redlock.simulation.plan.ClientPlan.Settings;
import dev.redlock.simulation.plan.Plan;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One client: a process with the engine of the product in it, and callers who use it. It may crash and come again. */
final class Client implements EngineEvents, Timers {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final int index;
    private final Plan plan;
    private final Schedule schedule;
    private final Referee referee;
    private final List<Server> servers;
    private final SplittableRandom random;
    private final Clock clock;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final Map<String, Long> ended = new HashMap<>();
    private Life process = new Life();
    private final Set<Integer> met = new HashSet<>();
    private final QuarantineCheck quarantine;
    private @Nullable Engine engine;
    private int lives;
    private boolean calm;
    private long lastPause;

    Client(int index, Plan plan, Schedule schedule, Referee referee, List<Server> servers) {
        this.index = index;
        this.plan = plan;
        this.schedule = schedule;
        this.referee = referee;
        this.servers = servers;
        this.random = new SplittableRandom(plan.seed() * 31 + index);
        // The clock wraps around soon after the start, as System.nanoTime() is allowed to.
        this.clock = new Clock(schedule, habits().ppm(), Long.MAX_VALUE - random.nextLong(20_000_000_000L));
        this.quarantine = new QuarantineCheck(this, plan, servers, links);
        wire();
    }

    private void wire() {
        process = new Life();
        links.clear();
        ended.clear();
        met.clear();
        Life life = process;
        for (Server server : servers) {
            Link.Wiring wiring =
                    new Link.Wiring(plan.network(), steadyDelay(server.index()), random.split(), new Wire(server));
            links.add(new Link(server, schedule, life, wiring));
        }
    }

    private void start() {
        lives++;
        Life life = process;
        Environment environment = new Environment(
                clock, this, random::nextDouble, this::holderId, task -> schedule.in(life, schedule.now(), task));
        Engine next = new Engine(
                List.<LockNode>copyOf(links),
                environment,
                new Admission(servers.size(), settings().maxTtl(), true),
                this);
        engine = next;
        next.open();
        workers.clear();
        for (int worker = 0; worker < habits().workers(); worker++) {
            workers.add(new Worker(this, lives + "." + worker, random.split(), calm));
        }
        workers.forEach(Worker::begin);
    }

    /** Each client is nearest to another node, and all are alike in that: nothing but chance can break a tie. */
    private long steadyDelay(int node) {
        int distance = Math.floorMod(node - index, servers.size());
        return plan.network().fastest() + plan.network().spread() * distance / servers.size();
    }

    void begin() {
        schedule.at(habits().startAt(), this::start);
    }

    void crash(long downtime) {
        if (process.isAlive() && engine != null) {
            referee.note(() -> "client " + index + " crashes");
            process.end();
            workers.forEach(Worker::abandon);
            links.forEach(
                    link -> link.cut(random.nextBoolean() ? Connection.Fate.ARRIVING_LATE : Connection.Fate.DROPPED));
            schedule.at(schedule.now() + downtime, () -> {
                wire();
                start();
            });
        }
    }

    void pause(long nanos) {
        referee.note(() -> "client " + index + " stands still for " + nanos / 1e6 + " ms");
        process.pauseUntil(schedule.now() + nanos);
        lastPause = process.pausedUntil();
    }

    /** Whether it has not been paused since then. */
    boolean isAwakeSince(long since) {
        return lastPause <= since;
    }

    /**
     * A call or a lease has ended. Soon after that, no vote of it is left at a node that could be reached all the time: the
     * release has gone out right behind the acquire, and nothing has kept either.
     */
    void ended(String owner, long askedAt) {
        ended.put(owner, schedule.now());
        soon(() -> {
            for (int node = 0; node < links.size() && lastPause <= askedAt; node++) {
                if (links.get(node).isUntroubledSince(askedAt)) {
                    servers.get(node).expectNothingOf(owner::equals);
                }
            }
        });
    }

    /**
     * A node can be reached again, and nothing is on its way from before. What was given back in the meantime is given back
     * again first of all.
     */
    private void reconnected(int node) {
        long now = schedule.now();
        soon(() -> {
            boolean mayHaveGhosts = servers.get(node).wasRestored();
            boolean isTimely = plan.promisesExclusion();
            if (isTimely
                    && !mayHaveGhosts
                    && lastPause <= now
                    && links.get(node).isUntroubledSince(now)) {
                servers.get(node).expectNothingOf(owner -> ended.getOrDefault(owner, now) < now);
            }
        });
    }

    /** What passes between this client and one node. */
    private final class Wire implements Link.Owner {
        private final Server server;

        private Wire(Server server) {
            this.server = server;
        }

        @Override
        public void sent(NodeRequest request) {
            referee.sent(index, request, clock.nanos());
        }

        @Override
        public void arrives(NodeRequest request, long sentAt) {
            if (request instanceof NodeRequest.Admit admit && server.isUp() && server.wouldBeginToVote(admit)) {
                quarantine.admits(server, admit, sentAt);
            }
        }

        @Override
        public void reconnected() {
            Client.this.reconnected(server.index());
        }
    }

    /** When a message that is sent now has certainly arrived, unless this life is over by then. */
    private void soon(Runnable check) {
        Life life = process;
        long slowest = plan.network().fastest() + plan.network().spread();
        schedule.at(schedule.now() + 2 * slowest + 1_000_000, () -> {
            if (life.isAlive()) {
                check.run();
            }
        });
    }

    int index() {
        return index;
    }

    private ClientPlan habits() {
        return plan.clients().get(index);
    }

    Settings settings() {
        return habits().life(lives - 1);
    }

    Plan plan() {
        return plan;
    }

    Engine engine() {
        return Objects.requireNonNull(engine);
    }

    /** Whether it has known every node as a voter, so that it takes none for new. */
    boolean hasMetAll() {
        return met.size() == servers.size();
    }

    Referee referee() {
        return referee;
    }

    Schedule schedule() {
        return schedule;
    }

    Clock clock() {
        return clock;
    }

    Life process() {
        return process;
    }

    Link link(int node) {
        return links.get(node);
    }

    void calm() {
        calm = true;
        links.forEach(Link::calm);
        workers.forEach(Worker::calm);
    }

    boolean isDone() {
        if (engine == null || !process.isAlive()) {
            return false;
        }
        for (Worker worker : workers) {
            if (!worker.isDone()) {
                return false;
            }
        }
        return true;
    }

    /** Whether every lease was given back, so that the engine must be empty. */
    boolean isTidy() {
        return workers.stream().allMatch(Worker::isTidy);
    }

    private String holderId() {
        StringBuilder id = new StringBuilder(Claim.HOLDER_LENGTH);
        for (int at = 0; at < Claim.HOLDER_LENGTH; at++) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return id.toString();
    }

    @Override
    public void acquired(List<String> names, long token, boolean fast, Duration waited) {
        referee.countRound(fast);
    }

    @Override
    public void renewed(List<String> names, long token, Duration remaining) {
        referee.renewed(names, token, clock.nanos());
    }

    @Override
    public void nodeChanged(NodeId node, Standing before, Standing now) {
        if (now instanceof Standing.Admitted) {
            met.add(node.index());
        }
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        return schedule.in(process, schedule.now() + clock.real(delay.toNanos()), task);
    }

    @Override
    public void close() {
        process.end();
    }
}
