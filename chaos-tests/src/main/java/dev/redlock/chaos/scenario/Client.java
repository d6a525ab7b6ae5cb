package dev.redlock.chaos.scenario;

import dev.redlock.chaos.actor.Message;
import dev.redlock.chaos.actor.Point;
import dev.redlock.chaos.fault.ClientFaults;
import dev.redlock.chaos.fault.LedgerFaults;
import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A client of one run, as a script sees it. Calls are done in order, and do not wait for the answer by themselves. */
public final class Client {
    private static final long AMOUNT = 10;

    private final String name;
    private final Stage stage;
    private final Remote remote;

    Client(String name, Stage stage, Remote remote) {
        this.name = name;
        this.stage = stage;
        this.remote = remote;
    }

    public String name() {
        return name;
    }

    Remote remote() {
        return remote;
    }

    /** Tries to get the lock for at most this long. */
    public Call acquire(String resource, Duration wait) {
        return remote.tell(remote.order("acquire")
                .with("resource", stage.fullName(resource))
                .with("wait", wait.toMillis()));
    }

    /** Gets a lock that is free. */
    public Client holding(String resource) {
        stage.require(acquire(resource, Duration.ZERO), name + " gets the lock of " + resource);
        return this;
    }

    /** Raises the fence and reads the balance. */
    public Call prepare() {
        return remote.tell(remote.order("prepare"));
    }

    /** Holds the lock and is ready to pay. */
    public Client ready(String resource) {
        holding(resource);
        stage.require(prepare(), name + " reads the balance");
        return this;
    }

    public Call pay(String payout) {
        return remote.tell(payment(payout));
    }

    /** Pays, but waits at this point until it is told to go on. In a run without faults it does not wait. */
    public Call payHeldAt(Point point, String payout) {
        Message order = payment(payout);
        return remote.tell(stage.isCalm() ? order : order.with("at", point)).reached();
    }

    private Message payment(String payout) {
        return remote.order("pay").with("payout", stage.fullName(payout)).with("amount", AMOUNT);
    }

    public Call extend() {
        return remote.tell(remote.order("extend"));
    }

    public Call release() {
        return remote.tell(remote.order("release"));
    }

    /** Whether the lock says that it is still valid. */
    public Call look() {
        return remote.tell(remote.order("look"));
    }

    /** Lock, fence, payout and release in one go. */
    public Call work(String resource, Duration wait, String payout) {
        return remote.tell(remote.order("work")
                .with("resource", stage.fullName(resource))
                .with("wait", wait.toMillis())
                .with("payout", stage.fullName(payout))
                .with("amount", AMOUNT));
    }

    /** Several threads that pay out of these accounts for so long; the same payouts are asked for more than once. */
    public Call crowd(int size, Duration time, List<String> resources, int payouts) {
        return remote.tell(remote.order("crowd")
                .with("size", size)
                .with("for", time.toMillis())
                .with("wait", stage.ttl().toMillis())
                .with(
                        "resources",
                        String.join(",", resources.stream().map(stage::fullName).toList()))
                .with("payouts", payouts)
                .with("seed", stage.random().nextInt()));
    }

    /** Callers that are interrupted on their way to the lock. */
    public Call interrupts(String resource, int rounds, Duration within) {
        return remote.tell(remote.order("interrupts")
                .with("resource", stage.fullName(resource))
                .with("rounds", rounds)
                .with("within", within.toMillis())
                .with("seed", stage.random().nextInt()));
    }

    public Nemesis frozen() {
        return faults().frozen();
    }

    public Nemesis suspended() {
        return faults().suspended();
    }

    public Nemesis killed() {
        Nemesis death = faults().killed();
        return new Nemesis(death.target(), death.kind(), death.what(), death.begin(), death.effect(), remote::buried);
    }

    public Nemesis wallClockAhead(Duration offset) {
        return faults().wallClockAhead(offset);
    }

    private ClientFaults faults() {
        return new ClientFaults(
                remote.process(),
                () -> remote.tell(remote.order("time").with("lane", "time"))
                        .await()
                        .number("millis"));
    }

    public LedgerFaults ledger() {
        return new LedgerFaults(stage.rig().ledgerLink(name));
    }

    /** The same fault on the way to each of these nodes, from 1. */
    public Nemesis[] toNodes(Function<LinkFaults, Nemesis> fault, int... nodes) {
        return IntStream.of(nodes)
                .mapToObj(node -> fault.apply(new LinkFaults(
                        stage.rig().link(name, node - 1), stage.rig().node(node - 1))))
                .toArray(Nemesis[]::new);
    }
}
