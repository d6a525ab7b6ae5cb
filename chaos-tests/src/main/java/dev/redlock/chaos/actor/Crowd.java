package dev.redlock.chaos.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Several threads of one client that pay out of a few accounts until the time is up. */
final class Crowd {
    private final Session session;
    private final Message order;
    private final AtomicLong tried = new AtomicLong();
    private final AtomicLong paid = new AtomicLong();

    Crowd(Session session, Message order) {
        this.session = session;
        this.order = order;
    }

    /** Returns how often it tried and how often that was a payout. */
    Message run() throws InterruptedException {
        int size = (int) order.number("size");
        long end = System.nanoTime() + order.millis("for").toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Callable<@Nullable Void>> members = new ArrayList<>();
            for (int member = 0; member < size; member++) {
                Random random = new Random(order.number("seed") * 31 + member);
                members.add(() -> {
                    payUntil(end, random);
                    return null;
                });
            }
            threads.invokeAll(members);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
        }
        return Message.of(order.id(), Worker.OK).with("tried", tried).with("paid", paid);
    }

    private void payUntil(long end, Random random) {
        Worker worker = new Worker(session);
        List<String> resources = List.of(order.get("resources").split(","));
        Duration wait = order.millis("wait");
        while (System.nanoTime() - end < 0) {
            String resource = resources.get(random.nextInt(resources.size()));
            // Some payouts are asked for by several clients, as a request that is repeated is.
            long number = random.nextInt((int) order.number("payouts"));
            tried.incrementAndGet();
            // Every fifth is a refund: money comes back.
            long amount = number % 5 == 0 ? -1 : 1 + number % 7;
            if (worker.work(resource, wait, resource + "-p" + number, amount).ok()) {
                paid.incrementAndGet();
            }
        }
    }
}
