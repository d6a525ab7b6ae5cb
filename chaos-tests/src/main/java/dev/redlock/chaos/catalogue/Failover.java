package dev.redlock.chaos.catalogue;

import static dev.redlock.chaos.scenario.Accounts.X;

import dev.redlock.chaos.fault.LinkFaults;
import dev.redlock.chaos.fault.Nemesis;
import dev.redlock.chaos.lock.LockKind;
import dev.redlock.chaos.scenario.Client;
import dev.redlock.chaos.scenario.Stage;
import dev.redlock.testkit.redis.RedisNode;
import java.time.Duration;

/** A master, a replica whose link is cut before the lock is taken, and a promotion. */
final class Failover {
    private static final String DEAD_PORT = "1";

    private Failover() {}

    static void play(Stage stage) {
        RedisNode master = stage.node(Shared.node(stage));
        RedisNode replica = stage.rig().replica();
        follow(stage, replica, master);
        if (stage.contestant().kind() == LockKind.REDISSON_REPLICATED) {
            for (String client : new String[] {"A", "B"}) {
                stage.rig().link(client, 1).leadTo(replica.host(), replica.port());
            }
        }
        Client a = stage.client("A");
        Client b = stage.client("B");
        try (var left = stage.inject(a.toNodes(LinkFaults::cut, Shared.farFromA(stage)));
                var right = stage.inject(b.toNodes(LinkFaults::cut, Shared.farFromB(stage)))) {
            if (!stage.isCalm()) {
                replica.command("REPLICAOF", "127.0.0.1", DEAD_PORT);
            }
            a.ready(X);
            stage.inject(promotion(stage, master, replica));
            if (stage.isCalm()) {
                a.pay("p1");
                a.release().await();
            }
            if (!b.acquire(X, Duration.ZERO).ok()) {
                stage.require(b.acquire(X, stage.longerThanTtl()), "B gets the lock in the end");
            }
            b.prepare().await();
            a.pay("p1").await();
            b.pay("p2").await();
            b.release().await();
        } finally {
            replica.command("REPLICAOF", "NO", "ONE");
            replica.command("FLUSHALL");
        }
    }

    private static void follow(Stage stage, RedisNode replica, RedisNode master) {
        replica.command("REPLICAOF", master.host(), Integer.toString(master.port()));
        stage.await(
                "the replica is in sync",
                Duration.ofSeconds(10),
                () -> replica.command("INFO", "replication").contains("master_link_status:up"));
    }

    /** The master dies, and its name now leads to the replica. */
    private static Nemesis promotion(Stage stage, RedisNode master, RedisNode replica) {
        int shared = Shared.node(stage);
        return new Nemesis(
                "node-" + shared,
                "failover",
                "the master dies, and a replica that lags behind takes its place",
                () -> {
                    master.kill();
                    replica.command("REPLICAOF", "NO", "ONE");
                    stage.rig().link("A", shared - 1).leadTo(replica.host(), replica.port());
                    stage.rig().link("B", shared - 1).leadTo(replica.host(), replica.port());
                },
                () -> replica.command("ROLE").startsWith("master"),
                master::start);
    }
}
