package dev.redlock.node.lettuce;

import dev.redlock.node.NodeReply;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What is to be sent on one connection, by any thread, in the order in which it was handed in.
 *
 * <p>The order matters: a release that overtakes its acquire finds nothing, and the acquire then leaves a vote behind. Netty
 * alone does not keep it, because it writes at once what its own thread sends and queues what others send. So everything
 * goes through here, and is taken out on Netty's thread alone.
 *
 * <p>What comes while nothing is on its way leaves at once. What comes while a node that is near is at work on a call would
 * wait there anyway; it waits here instead, until the answer has come or as many have come together as the last time, and then
 * they leave together: many threads that lock at the same time cost a node and this client little more than one. Who is alone
 * never waits. Nobody waits for a node that is far away, because most of that time it is not at work, nor for one that takes
 * its time. An answer may never come, and a request that waits for it leaves all the same.
 */
final class Outbox {
    /** So that no other client has to wait for long while a node is busy with ours. */
    static final int LARGEST_BATCH = 64;

    /** A node is near if it has ever answered as quickly as this. Beyond that, waiting costs more than it saves. */
    private static final long NEAR_NANOS = Duration.ofMillis(1).toNanos() / 2;

    /** Longer than a node that is near and well takes to answer, also while it is busy. */
    private static final long LONGEST_WAIT_NANOS = Duration.ofMillis(2).toNanos();

    /** When to look after those who wait. Not sooner, because where all is well it would be for nothing. */
    private static final Duration REMINDER = Duration.ofMillis(10);

    private final Consumer<Runnable> writer;
    private final Consumer<List<Letter>> send;
    private final Ticker ticker;
    private final Timers timers;
    private final Runnable drain = this::drain;
    private final Runnable lookAfterWaiting = this::lookAfterWaiting;
    private final Queue<Item> items = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean drainIsDue = new AtomicBoolean();
    private final AtomicBoolean reminderIsDue = new AtomicBoolean();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile int enough = 1;
    private volatile long lastSentNanos;
    private volatile boolean isNear;

    /** Touched by Netty's thread only. */
    private final List<Letter> batch = new ArrayList<>(LARGEST_BATCH);

    private sealed interface Item {}

    /** A script call, and who wants to have the answer. */
    record Letter(Call call, Consumer<? super NodeReply> onReply) implements Item {}

    /** Anything else, with what to do if it cannot be done. */
    private record Errand(Runnable task, Runnable onRefusal) implements Item {}

    /**
     * @param writer runs a task on Netty's thread
     * @param send sends these calls in one command; there is more than one only if all of them may be in a batch
     */
    Outbox(Consumer<Runnable> writer, Consumer<List<Letter>> send, Ticker ticker, Timers timers) {
        this.writer = writer;
        this.send = send;
        this.ticker = ticker;
        this.timers = timers;
        this.lastSentNanos = ticker.now().nanos();
    }

    void put(Letter letter) {
        enqueue(letter);
    }

    /** Runs the task on Netty's thread, behind what was put before and ahead of what comes later. */
    void run(Runnable task, Runnable onRefusal) {
        enqueue(new Errand(task, onRefusal));
    }

    private void enqueue(Item item) {
        items.add(item);
        waiting.incrementAndGet();
        // Whoever answers looks for items after that, so that none is forgotten.
        if (isWorthWaiting()) {
            remind();
        } else {
            askForDrain();
        }
    }

    private void remind() {
        if (reminderIsDue.compareAndSet(false, true)) {
            timers.schedule(REMINDER, lookAfterWaiting);
        }
    }

    private void lookAfterWaiting() {
        reminderIsDue.set(false);
        if (!items.isEmpty()) {
            askForDrain();
        }
    }

    private boolean isWorthWaiting() {
        return isNear
                && underWay.get() > 0
                && waiting.get() < enough
                && ticker.now().nanos() - lastSentNanos < LONGEST_WAIT_NANOS;
    }

    /** All calls of one command have been answered, or none will be. To be called once for each that was to be sent. */
    void onAnswered() {
        if (!isNear && ticker.now().nanos() - lastSentNanos < NEAR_NANOS && underWay.get() == 1) {
            isNear = true;
        }
        underWay.decrementAndGet();
        if (!items.isEmpty()) {
            askForDrain();
        }
    }

    private void askForDrain() {
        if (drainIsDue.compareAndSet(false, true)) {
            try {
                writer.accept(drain);
            } catch (RejectedExecutionException ended) {
                drainIsDue.set(false);
                refuseAll();
            }
        }
    }

    private void drain() {
        // Ahead of the first look, so that whoever comes after the last look asks for another round.
        drainIsDue.set(false);
        if (isWorthWaiting()) {
            remind();
        } else {
            sendAll();
        }
    }

    /** On Netty's thread: sends what is there, whatever the node is doing. */
    void sendAll() {
        enough = Math.max(1, Math.min(waiting.get(), LARGEST_BATCH));
        Item item;
        while ((item = items.poll()) != null) {
            waiting.decrementAndGet();
            if (item instanceof Letter letter && letter.call().inBatch().isPresent()) {
                batch.add(letter);
                if (batch.size() == LARGEST_BATCH) {
                    sendBatch();
                }
            } else {
                sendBatch();
                sendAlone(item);
            }
        }
        sendBatch();
    }

    private void sendAlone(Item item) {
        if (item instanceof Errand errand) {
            errand.task().run();
        } else if (item instanceof Letter letter) {
            send(List.of(letter));
        }
    }

    private void sendBatch() {
        if (!batch.isEmpty()) {
            try {
                send(List.copyOf(batch));
            } finally {
                batch.clear();
            }
        }
    }

    private void send(List<Letter> letters) {
        underWay.incrementAndGet();
        lastSentNanos = ticker.now().nanos();
        send.accept(letters);
    }

    /** Netty's thread has ended, and whatever others have left here in the meantime will never be sent. */
    private void refuseAll() {
        Item item;
        while ((item = items.poll()) != null) {
            waiting.decrementAndGet();
            if (item instanceof Errand errand) {
                errand.onRefusal().run();
            } else if (item instanceof Letter letter) {
                letter.onReply().accept(LettuceSession.NOT_SENT);
            }
        }
    }
}
