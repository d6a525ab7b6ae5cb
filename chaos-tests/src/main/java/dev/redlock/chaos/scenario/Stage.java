package dev.redlock.chaos.scenario;

import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.fault.NodeFaults;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.Observation;
import dev.redlock.chaos.history.Recovery;
import dev.redlock.chaos.history.Traffic;
import dev.redlock.chaos.report.Role;
import dev.redlock.chaos.rig.Rig;
import dev.redlock.testkit.redis.RedisNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What a script can do and ask for. One for each run. */
public final class Stage {
    private final Cast cast;
    private final RunId run;
    private final Random random;
    private final List<Fault> faults = new ArrayList<>();
    private final List<Injection> open = new ArrayList<>();
    private final Map<String, Long> seen = new TreeMap<>();
    private final List<String> foreign = new ArrayList<>();
    private boolean lookedForForeign;
    private Recovery recovery = Recovery.NOT_ASKED;
    private Traffic traffic = Traffic.NOT_COUNTED;

    Stage(Cast cast, RunId run) {
        this.cast = cast;
        this.run = run;
        this.random = new Random(run.seed());
    }

    public Rig rig() {
        return cast.rig();
    }

    public Duration ttl() {
        return run.scenario().ttl();
    }

    /** Longer than any lock that nobody renews, with room for a busy machine. */
    public Duration longerThanTtl() {
        return ttl().multipliedBy(2).plusMillis(1500);
    }

    public Random random() {
        return random;
    }

    /** A run without faults. */
    public boolean isCalm() {
        return run.contestant().role() == Role.CONTROL;
    }

    /** Our lock, broken or not. */
    public boolean isOurs() {
        return run.contestant().role() != Role.PEER;
    }

    public Contestant contestant() {
        return run.contestant();
    }

    /** Opens a lock for this client when it is first asked for. */
    public Client client(String name) {
        return cast.client(name, this);
    }

    /**
     * Opens a lock with a configuration that may be wrong.
     *
     * @param first of the nodes it is told, from 1
     * @return nothing if it is refused
     */
    public Optional<Client> client(String name, int first, int last) {
        boolean opened = cast.opened(name, this, first, last).ok();
        return opened ? Optional.of(cast.client(name, this)) : Optional.empty();
    }

    /** A name that no other run uses. */
    public String fullName(String name) {
        return run.prefix() + name;
    }

    /** A node, by its number from 1. */
    public RedisNode node(int number) {
        return rig().node(number - 1);
    }

    public NodeFaults nodeFaults(int number) {
        return new NodeFaults(Rig.nameOf(number - 1), node(number), rig().clock(number - 1));
    }

    /** Faults that are there until this is closed, or until the run is over. */
    public final class Injection implements AutoCloseable {
        private final List<Nemesis> active;
        private final long from = System.nanoTime();
        private boolean healed;

        private Injection(List<Nemesis> active) {
            this.active = active;
        }

        @Override
        public void close() {
            if (!healed) {
                healed = true;
                active.parallelStream().forEach(Nemesis::heal);
                long until = System.nanoTime();
                active.forEach(each -> faults.add(new Fault(each.target(), each.kind(), from, until, each.what())));
            }
        }
    }

    /** Lets all these faults happen; returns when their effects show. In a run without faults nothing happens. */
    public Injection inject(Nemesis... nemeses) {
        List<Nemesis> active = isCalm() ? List.of() : Arrays.asList(nemeses);
        Injection injection = new Injection(active);
        open.add(injection);
        active.parallelStream().forEach(Nemesis::strike);
        return injection;
    }

    /** A fault that is over as soon as it has happened. */
    public void happens(Nemesis... nemeses) {
        inject(nemeses).close();
    }

    /** What must go well with our lock, for the rest of the script to make sense. Others may fail. */
    public void require(Call call, String what) {
        if (!call.ok() && run.contestant().isSound()) {
            throw new ScriptException("expected that " + what + ", but: " + call.detail());
        }
    }

    /** Waits for something that must come true. */
    public void await(String what, Duration within, BooleanSupplier condition) {
        if (!comesTrue(within, condition) && run.contestant().isSound()) {
            throw new ScriptException("expected that " + what + " within " + within);
        }
    }

    /** Lets this much time pass: for faults that are nothing but a duration. */
    public void pass(Duration time) {
        comesTrue(time, () -> false);
    }

    private static boolean comesTrue(Duration within, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > within.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        return true;
    }

    /** Counts something that shows that the scenario took place. */
    public void count(String counter, long times) {
        seen.merge(counter, times, Long::sum);
    }

    public void count(String counter, boolean happened) {
        count(counter, happened ? 1 : 0);
    }

    /** Something was changed on a node by somebody who does not own it; or not, but it was looked. */
    public void foreignChange(boolean found, String what) {
        lookedForForeign = true;
        if (found) {
            foreign.add(what);
        }
    }

    /** From now on somebody must get a lock within this time. */
    public void mustRecoverWithin(Duration time) {
        recovery = new Recovery(System.nanoTime(), time.toNanos(), 0, 0);
    }

    public void traffic(Traffic counted) {
        traffic = counted;
    }

    /** Ends what is still going wrong. */
    void healAll() {
        open.forEach(Injection::close);
    }

    List<Fault> faults() {
        return faults;
    }

    Map<String, Long> seen() {
        return seen;
    }

    Observation foreign() {
        return lookedForForeign ? Observation.found(foreign) : Observation.NOT_LOOKED;
    }

    Recovery recovery() {
        return recovery;
    }

    Traffic traffic() {
        return traffic;
    }
}
