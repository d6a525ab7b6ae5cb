package dev.redlock.runtime;

import java.util.Optional;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A call that is answered on one thread while its caller is interrupted or the client is closed on another. */
public class GivingUpUnderLincheck extends UnderLincheck {
    private final Rig rig = new Rig();
    private final Acquisition call;

    public GivingUpUnderLincheck() {
        rig.hold();
        call = rig.engine.acquire(rig.order(Optional.empty()));
    }

    @Operation
    public void deliver() {
        rig.deliver();
    }

    /** What an interrupt does. */
    @Operation
    public void giveUp() {
        call.cancel();
    }

    @Operation(runOnce = true)
    public void close() {
        rig.engine.close();
    }

    /** Who has the lock by now gives it back. */
    @Validate
    public void theCallerIsAnsweredAndNothingIsLeft() {
        call.cancel();
        rig.checkNothingIsLeft();
        if (!call.result().isDone() || call.result().isCompletedExceptionally()) {
            throw new IllegalStateException("the caller got " + call.result());
        }
    }
}
