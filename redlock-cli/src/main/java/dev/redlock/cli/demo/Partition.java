package dev.redlock.cli.demo;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.LossReason;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A holder is cut off from a majority. */
record Partition(Stage stage) implements Step {
    private static final String PAYOUT = "payout:4";
    private static final LockOptions RENEWED =
            Stage.OPTIONS.withTtl(Stage.TTL).withRenewal(true).withWaitTimeout(Duration.ZERO);
    private static final int CUT = 3;

    private record Warning(LossReason reason, Duration left) {}

    @Override
    public String title() {
        return "A partition";
    }

    @Override
    public String summary() {
        return "told in time, overtaken after it";
    }

    @Override
    public void play(Scene scene) throws Exception {
        List<Relay> links = stage.links();
        Redlock cutOff = stage.client("shop-1", links.stream().map(Relay::uri).toList());
        Redlock other = stage.client("shop-2");
        Lease lease = cutOff.acquire(PAYOUT, RENEWED);
        CompletableFuture<Warning> warned = new CompletableFuture<>();
        lease.onLost(reason -> warned.complete(new Warning(reason, lease.remaining())));
        links.subList(0, CUT).forEach(Relay::cut);
        scene.doing("the links of shop-1 to nodes 1, 2 and 3 are cut (TCP relays); its renewals do not get through");
        Warning warning = warned.get(20, TimeUnit.SECONDS);
        scene.proved(
                warning.reason() == LossReason.UNREACHABLE && !warning.left().isZero(),
                "cut off from three nodes of five, shop-1 was told " + Times.of(warning.left())
                        + " before its lease of " + Times.of(Stage.TTL) + " ended: time to stop");
        scene.doing("shop-2, which sees all nodes, waits for the lock");
        Lease next = other.acquire(PAYOUT, RENEWED.withWaitTimeout(Duration.ofSeconds(20)));
        scene.proved(
                !lease.isValid() && next.isValid(), "shop-2 got the lock, and only after the lease of shop-1 was over");
        scene.proved(
                next.token().compareTo(lease.token()) > 0,
                "with a larger token: " + next.token() + " after " + lease.token());
        next.release();
        scene.proved(isRefused(cutOff), "shop-1 gets no lock with two nodes, and is told which nodes are missing");
        links.forEach(Relay::mend);
        scene.doing("the partition is over");
        Lease again = cutOff.acquire(PAYOUT, RENEWED.withWaitTimeout(Duration.ofSeconds(20)));
        scene.proved(again.isValid(), "the links are mended, and shop-1 gets the lock again");
        again.release();
    }

    private static boolean isRefused(Redlock cutOff) {
        try {
            return cutOff.tryAcquire(PAYOUT).isEmpty();
        } catch (QuorumUnavailableException e) {
            return e.nodes().size() == Stage.NODES;
        }
    }
}
