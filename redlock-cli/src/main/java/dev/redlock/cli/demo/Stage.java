package dev.redlock.cli.demo;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the demo takes place on: five Redis servers, a ledger, and those who pay. All of them are real. */
final class Stage implements AutoCloseable {
    static final int NODES = 5;
    /** Of those who do not come back. */
    static final Duration TTL = Duration.ofSeconds(2);
    /** Short, so that a node that has restarted may vote again within the minute. */
    static final Duration MAX_TTL = Duration.ofSeconds(5);

    static final LockOptions OPTIONS = LockOptions.defaults().withTtl(MAX_TTL);

    private final RedisNodeSet nodes;
    private final Ledger ledger;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final TellerProcess redissonTeller;
    private final TellerProcess redlockTeller;

    private Stage(RedisNodeSet nodes, Ledger ledger, TellerProcess redissonTeller, TellerProcess redlockTeller) {
        this.nodes = nodes;
        this.ledger = ledger;
        this.redissonTeller = redissonTeller;
        this.redlockTeller = redlockTeller;
        opened.add(nodes);
        opened.add(ledger);
        opened.add(redissonTeller);
        opened.add(redlockTeller);
    }

    static Stage set() throws IOException, SQLException {
        // Nothing to install, and the same for everybody.
        System.setProperty("redlock.testkit.provider", "embedded");
        RedisNodeSet nodes = RedisNodeSet.start(NODES);
        Ledger ledger = Ledger.start();
        // They take a moment to start, and there is something to tell meanwhile.
        return new Stage(
                nodes,
                ledger,
                TellerProcess.start(Teller.Kind.REDISSON, ledger, TTL, nodes.uris()),
                TellerProcess.start(Teller.Kind.REDLOCK, ledger, TTL, nodes.uris()));
    }

    RedisNodeSet nodes() {
        return nodes;
    }

    Ledger ledger() {
        return ledger;
    }

    TellerProcess teller(Teller.Kind kind) {
        return kind == Teller.Kind.REDISSON ? redissonTeller : redlockTeller;
    }

    Redlock client(String owner) {
        return client(owner, nodes.uris());
    }

    Redlock client(String owner, List<String> uris) {
        return keep(Redlock.builder()
                .nodes(uris.toArray(String[]::new))
                .maxTtl(MAX_TTL)
                .defaults(OPTIONS)
                .closeTimeout(Duration.ofMillis(500))
                .owner(owner)
                .connect());
    }

    /** One link for each node, to be cut. */
    List<Relay> links() {
        return nodes.nodes().stream()
                .map(node -> keep(new Relay(node.host(), node.port())))
                .toList();
    }

    private <T extends AutoCloseable> T keep(T resource) {
        opened.add(resource);
        return resource;
    }

    /** In the order in which nothing waits for anything that is already gone. */
    @Override
    public void close() {
        for (int at = opened.size() - 1; at >= 0; at--) {
            try {
                opened.get(at).close();
            } catch (Exception e) {
                // The others have to be closed all the same.
                e.addSuppressed(new IllegalStateException("closing " + opened.get(at)));
            }
        }
    }
}
