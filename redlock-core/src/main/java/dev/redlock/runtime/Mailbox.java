package dev.redlock.runtime;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after another, in the order in which they were posted, on whichever thread comes first.
 *
 * <p>Replies come in on many threads, and a node may answer before {@code send} has returned. Whoever posts while another
 * thread is at work only leaves the task there, so nobody ever waits, no lock is held while a task runs, and there is no
 * hop to another thread between a reply and the decision it leads to.
 */
final class Mailbox {
    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    /** What came while a task ran: mostly nothing. */
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>(1);

    private final Consumer<Throwable> onFailure;
    private boolean busy;

    Mailbox(Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
    }

    void post(Runnable task) {
        synchronized (tasks) {
            if (busy) {
                tasks.add(task);
                return;
            }
            busy = true;
        }
        for (Runnable next = task; next != null; next = take()) {
            try {
                next.run();
            } catch (RuntimeException | Error failure) {
                tell(failure);
            }
        }
    }

    /** A failure that cannot even be told must not leave this mailbox busy for ever. */
    private void tell(Throwable failure) {
        try {
            onFailure.accept(failure);
        } catch (RuntimeException | Error second) {
            failure.addSuppressed(second);
            LOG.error("A task failed, and so did what was to be done about it.", failure);
        }
    }

    private @Nullable Runnable take() {
        synchronized (tasks) {
            Runnable next = tasks.poll();
            busy = next != null;
            return next;
        }
    }
}
