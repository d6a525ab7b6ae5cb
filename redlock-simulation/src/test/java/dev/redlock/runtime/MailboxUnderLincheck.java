package dev.redlock.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Threads that post to one mailbox, in every order that Lincheck tries. */
public class MailboxUnderLincheck extends UnderLincheck {
    private final AtomicInteger posted = new AtomicInteger();
    private final Mailbox mailbox = new Mailbox(failure -> {
        throw new IllegalStateException(failure);
    });
    private int running;
    private int done;
    private boolean overlapped;

    @Operation
    public void post() {
        posted.incrementAndGet();
        mailbox.post(() -> {
            overlapped |= running++ != 0;
            done++;
            running--;
        });
    }

    @Validate
    public void everythingWasDoneOneAtATime() {
        if (overlapped || done != posted.get()) {
            throw new IllegalStateException(done + " of " + posted + " done, at the same time: " + overlapped);
        }
    }
}
