package dev.redlock.runtime;

import dev.redlock.runtime.Acquisition.Result;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls that are answered by the connection's thread while their callers give up, or while the client is closed. */
public class CallRaces implements Runnable {
    /** Two callers for one name, of whom the second waits for the first. Both are interrupted. */
    private static final class GivingUp implements Interleavings.Scenario {
        private final Rig rig;
        private final Acquisition first;
        private final Acquisition second;

        private GivingUp(Runnable mayBeInterrupted) {
            rig = new Rig(mayBeInterrupted);
            rig.hold();
            first = rig.engine.acquire(rig.order(Optional.empty()));
            second = rig.engine.acquire(rig.order(Optional.empty()));
        }

        @Override
        public List<Runnable> threads() {
            return List.of(rig::deliver, rig::deliver, first::cancel, second::cancel);
        }

        @Override
        public void check() {
            rig.checkNothingIsLeft();
            checkHasNothing(first);
            checkHasNothing(second);
        }
    }

    /** A caller who comes while the client is closed. */
    private static final class Closing implements Interleavings.Scenario {
        private final Rig rig;
        private @Nullable Acquisition call;

        private Closing(Runnable mayBeInterrupted) {
            rig = new Rig(mayBeInterrupted);
            rig.hold();
        }

        @Override
        public List<Runnable> threads() {
            return List.of(this::begin, rig.engine::close, rig::deliver, rig::deliver);
        }

        private void begin() {
            try {
                call = rig.engine.acquire(rig.order(Optional.empty()));
            } catch (IllegalStateException closed) {
                if (!"this Redlock is closed".equals(closed.getMessage())) {
                    throw closed;
                }
            }
        }

        @Override
        public void check() {
            rig.checkNothingIsLeft();
            if (call != null) {
                checkHasNothing(call);
            }
        }
    }

    private static void checkHasNothing(Acquisition call) {
        boolean isAnswered = call.result().isDone() && !call.result().isCompletedExceptionally();
        boolean isHeld = isAnswered
                && call.result().join() instanceof Result.Acquired acquired
                && acquired.lease().isValid();
        if (!isAnswered || isHeld) {
            throw new IllegalStateException("in the end a caller has " + call.result());
        }
    }

    /** Throws if something goes wrong in any order. */
    @Override
    public void run() {
        Interleavings.of(GivingUp::new, 2);
        Interleavings.of(Closing::new, 2);
    }
}
