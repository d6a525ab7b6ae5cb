package dev.redlock.cli.demo;

import dev.redlock.FencingToken;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Two who want the same at the same time. */
record TwoRivals(Stage stage) implements Step {
    private static final int EACH = 25;
    private static final int FULL = 1000;
    private static final LockOptions PATIENT = Stage.OPTIONS.withWaitTimeout(Duration.ofSeconds(20));

    @Override
    public String title() {
        return "Two rivals at one till";
    }

    @Override
    public String summary() {
        return "no update lost";
    }

    @Override
    public void play(Scene scene) throws Exception {
        stage.ledger().fillTill(FULL);
        List<FencingToken> tokens = Collections.synchronizedList(new ArrayList<>());
        List<String> holders = Collections.synchronizedList(new ArrayList<>());
        scene.doing("shop-1 and shop-2 take " + EACH + " times each");
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Void>> rivals = new ArrayList<>();
            for (String owner : List.of("shop-1", "shop-2")) {
                rivals.add(threads.submit(taking(stage.client(owner), owner, tokens, holders)));
            }
            for (Future<Void> rival : rivals) {
                rival.get();
            }
        } finally {
            threads.shutdownNow();
        }
        int left = stage.ledger().inTill();
        scene.proved(
                left == FULL - 2 * EACH,
                2 * EACH + " times somebody read the balance and wrote it back, one less: " + left + " of " + FULL
                        + " are left");
        boolean grow = IntStream.range(1, tokens.size())
                .allMatch(at -> tokens.get(at - 1).compareTo(tokens.get(at)) < 0);
        scene.proved(tokens.size() == 2 * EACH && grow, tokens.size() + " tokens, each larger than the one before");
        long handovers = IntStream.range(1, holders.size())
                .filter(at -> !holders.get(at - 1).equals(holders.get(at)))
                .count();
        scene.proved(handovers > 0, "the lock changed hands " + handovers + " times, in " + scene.took());
    }

    private Callable<Void> taking(Redlock shop, String owner, List<FencingToken> tokens, List<String> holders) {
        return () -> {
            for (int time = 0; time < EACH; time++) {
                shop.withLock(List.of("till"), PATIENT, lease -> {
                    tokens.add(lease.token());
                    holders.add(owner);
                    stage.ledger().takeFromTill();
                    return true;
                });
            }
            return null;
        };
    }
}
