package dev.redlock.examples.payout;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that send every payout twice, with one key, and go on until it is answered: to the other instance, if the first one
 * does not answer in time.
 */
final class Clients {
    private static final int THREADS = 12;
    private static final int MOST_ATTEMPTS = 60;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final List<AppProcess> instances;
    private final Duration patience;
    private final Map<Integer, LongAdder> answers = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger done = new AtomicInteger();
    private final LongAdder timeouts = new LongAdder();

    Clients(List<AppProcess> instances, Duration patience) {
        this.instances = instances;
        this.patience = patience;
    }

    /** Starts them, and returns what ends when all of them have. */
    CountDownLatch start(int deals) {
        AtomicInteger next = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(THREADS);
        for (int thread = 0; thread < THREADS; thread++) {
            Thread client = new Thread(
                    () -> {
                        for (int n = next.getAndIncrement(); n < 2 * deals; n = next.getAndIncrement()) {
                            // The same payout twice in a row, at different instances, which take turns in coming first.
                            payOut("D%04d".formatted(n / 2), n + n / 2);
                            done.incrementAndGet();
                        }
                        ended.countDown();
                    },
                    "client-" + thread);
            client.setDaemon(true);
            client.start();
        }
        return ended;
    }

    int done() {
        return done.get();
    }

    long timeouts() {
        return timeouts.sum();
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    /** How often which status came. */
    String summary() {
        return answers + ", " + timeouts + " without an answer in time";
    }

    long count(int status) {
        LongAdder count = answers.get(status);
        return count == null ? 0 : count.sum();
    }

    private void payOut(String deal, int first) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            URI uri = instances.get((first + attempt) % instances.size()).uri("/payouts");
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .timeout(patience)
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", deal)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"dealId\":\"" + deal + "\"}"))
                    .build();
            try {
                int status =
                        http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
                answers.computeIfAbsent(status, unused -> new LongAdder()).increment();
                if (status == 200 || status == 201) {
                    return;
                }
            } catch (IOException e) {
                timeouts.increment();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        failures.add(deal);
    }
}
