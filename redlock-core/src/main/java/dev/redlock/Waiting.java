package dev.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;

/** Turns an answer that is under way into one that has come. */
final class Waiting {

    /*
     * Why not CompletableFuture.get
     * -----------------------------
     * On a thread of the common pool, it runs other tasks of the pool while it waits, and does not come back before they
     * are done. Meanwhile the lock is granted, held and over, and nobody has used it. A managed blocker lets the pool
     * start another thread for those tasks instead.
     */

    private Waiting() {}

    static <T> T interruptibly(CompletableFuture<T> answer) throws InterruptedException, ExecutionException {
        if (!answer.isDone()) {
            ForkJoinPool.managedBlock(new Arrival(answer));
        }
        return answer.get();
    }

    /** For what ends by itself within a node timeout; an interrupt is kept for later. */
    static <T> T uninterruptibly(CompletableFuture<T> answer) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return interruptibly(answer);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new CompletionException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Arrival implements ForkJoinPool.ManagedBlocker {
        private final CompletableFuture<?> answer;

        private Arrival(CompletableFuture<?> answer) {
            this.answer = answer;
            Thread waiting = Thread.currentThread();
            answer.whenComplete((value, error) -> LockSupport.unpark(waiting));
        }

        @Override
        public boolean block() throws InterruptedException {
            while (!answer.isDone()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.park(this);
            }
            return true;
        }

        @Override
        public boolean isReleasable() {
            return answer.isDone();
        }
    }
}
