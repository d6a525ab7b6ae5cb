package dev.redlock.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Threads that wait for their turn for one name, or for two, in every order that Lincheck tries. */
public class QueueUnderLincheck extends UnderLincheck {
    private final LocalQueue queue = new LocalQueue();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger atA = new AtomicInteger();
    private volatile boolean overlapped;

    @Operation
    public void passOne() {
        pass(List.of("a"));
    }

    @Operation
    public void passBoth() {
        pass(List.of("a", "b"));
    }

    private void pass(List<String> names) {
        waiting.incrementAndGet();
        Guest guest = new Guest(names);
        if (queue.enter(guest)) {
            guest.onTurn();
        }
    }

    private final class Guest implements LocalQueue.Waiter {
        private final List<String> names;

        private Guest(List<String> names) {
            this.names = names;
        }

        @Override
        public List<String> names() {
            return names;
        }

        @Override
        public void onTurn() {
            overlapped |= atA.getAndIncrement() != 0;
            waiting.decrementAndGet();
            atA.decrementAndGet();
            queue.leave(this);
        }
    }

    @Validate
    public void everybodyHadATurnAloneAndOnce() {
        if (overlapped || waiting.get() != 0 || !queue.isEmpty()) {
            throw new IllegalStateException(
                    "still waiting: " + waiting + ", at the same time: " + overlapped + ", left: " + !queue.isEmpty());
        }
    }
}
