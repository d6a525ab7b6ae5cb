package dev.redlock.node.lettuce;

import dev.redlock.node.NodeReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What is to be sent on one connection, by any thread, in the order in which it was handed in.
 *
 * <p>The order matters: a release that overtakes its acquire finds nothing, and the acquire then leaves a vote behind. Netty
 * alone does not keep it, because it writes at once what its own thread sends and queues what others send. So everything
 * goes through here, and is taken out on Netty's thread alone.
 *
 * <p>Nothing waits here for company. But while that thread is busy, several calls may come together, and then they leave
 * together: many threads that lock at the same time cost a node and this client little more than one.
 */
final class Outbox {
    /** So that no other client has to wait for long while a node is busy with ours. */
    static final int LARGEST_BATCH = 64;

    private final Consumer<Runnable> writer;
    private final Consumer<List<Letter>> send;
    private final Runnable drain = this::drain;
    private final Queue<Item> items = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean drainIsDue = new AtomicBoolean();

    /** Touched by Netty's thread only. */
    private final List<Letter> batch = new ArrayList<>(LARGEST_BATCH);

    private sealed interface Item {}

    /** A script call, and who wants to have the answer. */
    record Letter(Call call, Consumer<? super NodeReply> onReply) implements Item {}

    /** Anything else, with what to do if it cannot be done. */
    private record Errand(Runnable task, Runnable onRefusal) implements Item {}

    /**
     * @param writer runs a task on Netty's thread
     * @param send sends these calls in one command; there is more than one only if all of them may be in a batch. The list
     *     is used again afterwards
     */
    Outbox(Consumer<Runnable> writer, Consumer<List<Letter>> send) {
        this.writer = writer;
        this.send = send;
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
        Item item;
        while ((item = items.poll()) != null) {
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
            batch.add(letter);
            sendBatch();
        }
    }

    private void sendBatch() {
        if (!batch.isEmpty()) {
            try {
                send.accept(batch);
            } finally {
                batch.clear();
            }
        }
    }

    /** Netty's thread has ended, and whatever others have left here in the meantime will never be sent. */
    private void refuseAll() {
        Item item;
        while ((item = items.poll()) != null) {
            if (item instanceof Errand errand) {
                errand.onRefusal().run();
            } else if (item instanceof Letter letter) {
                letter.onReply().accept(LettuceSession.NOT_SENT);
            }
        }
    }
}
