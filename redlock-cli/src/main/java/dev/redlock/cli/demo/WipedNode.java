package dev.redlock.cli.demo;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A node forgets its vote, which would be the third one for a rival. */
record WipedNode(Stage stage) implements Step {
    private static final String PAYOUT = "payout:7";
    private static final String KEY = "redlock:" + PAYOUT;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int WIPED = 4;

    @Override
    public String title() {
        return "A node that was wiped";
    }

    @Override
    public String summary() {
        return "not believed before it is safe";
    }

    @Override
    public void play(Scene scene) throws Exception {
        List<Relay> links = stage.links();
        Redlock holder = stage.client("shop-1", links.stream().map(Relay::uri).toList());
        Redlock rival = stage.client("shop-2");
        scene.doing("waiting until all five nodes vote");
        await(() -> voting(rival) == Stage.NODES);
        links.subList(0, 2).forEach(Relay::cut);
        Lease lease = holder.acquire(PAYOUT);
        stage.nodes().node(WIPED).restartEmpty();
        long empty = stage.nodes().nodes().stream()
                .filter(node -> node.command("EXISTS", KEY).equals("0"))
                .count();
        scene.proved(
                empty == 3 && lease.isValid(),
                "shop-1 holds the lock on nodes 3, 4 and 5, and node 5 comes back empty: now " + empty
                        + " of 5 nodes know nothing of the lock, which is a majority");
        scene.doing("shop-2 looks at node 5");
        await(() -> standing(rival).startsWith("in quarantine"));
        String standing = standing(rival);
        scene.proved(standing.startsWith("in quarantine"), "shop-2 sees that node 5 is " + standing);
        scene.proved(!isGranted(rival) && lease.isValid(), "shop-2 asks for the lock, and does not get it");
        scene.doing("waiting until every vote that node 5 may have forgotten has ended");
        long start = System.nanoTime();
        await(() -> standing(rival).equals("votes"));
        scene.proved(
                standing(rival).equals("votes") && !lease.isValid(),
                "it votes again " + Times.of(Duration.ofNanos(System.nanoTime() - start))
                        + " later, after the lease of shop-1 is over");
        try (Lease next = rival.acquire(PAYOUT)) {
            scene.proved(
                    next.token().compareTo(lease.token()) > 0,
                    "and tokens go on above all earlier ones: " + next.token() + " after " + lease.token());
        }
    }

    private static String standing(Redlock client) {
        return client.inspect(PAYOUT).nodes().get(WIPED).standing();
    }

    private static boolean isGranted(Redlock rival) {
        try {
            return rival.tryAcquire(PAYOUT).isPresent();
        } catch (RedlockException refused) {
            return false;
        }
    }

    private static long voting(Redlock client) {
        return client.inspect(PAYOUT).nodes().stream()
                .filter(node -> node.standing().equals("votes"))
                .count();
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - start < PATIENCE.toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }
}
