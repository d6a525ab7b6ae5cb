package dev.redlock.cli.demo;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.cli.terminal.Times;
import dev.redlock.testkit.redis.RedisNode;
import java.time.Duration;

/** One node of five is killed. */
record DeadNode(Stage stage) implements Step {
    private static final String PAYOUT = "payout:3";

    @Override
    public String title() {
        return "A node dies";
    }

    @Override
    public String summary() {
        return "nobody noticed";
    }

    @Override
    public void play(Scene scene) throws Exception {
        Redlock shop = stage.client("shop-1");
        RedisNode node = stage.nodes().node(2);
        Lease held = shop.acquire("long-job");
        node.kill();
        scene.proved(!node.isRunning(), "node 3 was killed with kill -9 while shop-1 held a lock on it");
        held.extend();
        scene.proved(held.isValid(), "the lock is still held, and could be extended");
        long start = System.nanoTime();
        shop.withLock(PAYOUT, lease -> {
            stage.ledger().payFenced(PAYOUT, "shop-1", lease.token());
            return true;
        });
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        scene.proved(
                stage.ledger().timesPaid(PAYOUT) == 1,
                "another payout under another lock went through on four nodes, in " + Times.of(took));
        held.release();
        node.start();
    }
}
