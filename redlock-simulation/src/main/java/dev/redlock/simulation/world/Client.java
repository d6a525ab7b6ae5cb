package dev.redlock.simulation.world;

import dev.redlock.node.Claim;
import dev.redlock.node.LockNode;
import dev.redlock.protocol.Admission;
import dev.redlock.runtime.Engine;
import dev.redlock.runtime.EngineEvents;
import dev.redlock.runtime.Environment;
import dev.redlock.simulation.check.Referee;
import dev.redlock.simulation.plan.ClientPlan;
import dev.redlock.simulation.plan.Plan;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

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
    private Engine engine;
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
        this.clock = new Clock(schedule, settings().ppm(), Long.MAX_VALUE - random.nextLong(20_000_000_000L));
        this.engine = start();
    }

    private Engine start() {
        lives++;
        process = new Life();
        links.clear();
        ended.clear();
        Life life = process;
        for (Server server : servers) {
            Link.Wiring wiring = new Link.Wiring(
                    plan.network(),
                    steadyDelay(server.index()),
                    random.split(),
                    request -> referee.sent(index, request, clock.nanos()),
                    () -> reconnected(server.index()));
            links.add(new Link(server, schedule, life, wiring));
        }
        Environment environment = new Environment(
                clock, this, random::nextDouble, this::holderId, task -> schedule.in(life, schedule.now(), task));
        Engine next = new Engine(
                List.<LockNode>copyOf(links),
                environment,
                new Admission(servers.size(), settings().maxTtl(), true),
                this);
        next.open();
        workers.clear();
        for (int worker = 0; worker < settings().workers(); worker++) {
            workers.add(new Worker(this, lives + "." + worker, random.split(), calm));
        }
        return next;
    }

    /** Each client is nearest to another node, and all are alike in that: nothing but chance can break a tie. */
    private long steadyDelay(int node) {
        int distance = Math.floorMod(node - index, servers.size());
        return plan.network().fastest() + plan.network().spread() * distance / servers.size();
    }

    void begin() {
        workers.forEach(Worker::begin);
    }

    void crash(long downtime) {
        if (process.isAlive()) {
            referee.note(() -> "client " + index + " crashes");
            process.end();
            workers.forEach(Worker::abandon);
            links.forEach(
                    link -> link.cut(random.nextBoolean() ? Connection.Fate.ARRIVING_LATE : Connection.Fate.DROPPED));
            schedule.at(schedule.now() + downtime, () -> {
                engine = start();
                begin();
            });
        }
    }

    void pause(long nanos) {
        referee.note(() -> "client " + index + " stands still for " + nanos / 1e6 + " ms");
        process.pauseUntil(schedule.now() + nanos);
        lastPause = process.pausedUntil();
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

    ClientPlan settings() {
        return plan.clients().get(index);
    }

    Plan plan() {
        return plan;
    }

    Engine engine() {
        return engine;
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
        return process.isAlive() && workers.stream().allMatch(Worker::isDone);
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
    public Scheduled schedule(Duration delay, Runnable task) {
        return schedule.in(process, schedule.now() + clock.real(delay.toNanos()), task);
    }

    @Override
    public void close() {
        process.end();
    }
}
