package dev.redlock.chaos.actor;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Callers that are interrupted somewhere on their way to the lock, again and again. */
final class Interrupts {
    private final Session session;
    private final Message order;

    Interrupts(Session session, Message order) {
        this.session = session;
        this.order = order;
    }

    Message run() throws InterruptedException {
        Random random = new Random(order.number("seed"));
        int interrupted = 0;
        for (int round = 0; round < order.number("rounds"); round++) {
            interrupted +=
                    interruptAfter(random.nextInt((int) order.millis("within").toNanos()));
        }
        return Message.of(order.id(), Worker.OK).with("interrupted", interrupted);
    }

    /** Returns 1 if the interrupt came before the lock, else 0; then it is given back. */
    private int interruptAfter(long nanos) throws InterruptedException {
        Worker worker = new Worker(session);
        Thread caller = new Thread(() -> {
            if (worker.acquire(order.get("resource"), Duration.ofSeconds(1)).ok()) {
                worker.release();
            }
        });
        caller.start();
        LockSupport.parkNanos(nanos);
        caller.interrupt();
        caller.join();
        return worker.holds() ? 0 : 1;
    }
}
