package dev.redlock.runtime;

import dev.redlock.runtime.Acquisition.Result;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A lease that is renewed by the timer's thread while its holder extends it, gives it back or closes the client. */
public class LeaseUnderLincheck extends UnderLincheck {
    private final Rig rig = new Rig();
    private final HeldLease lease;
    private final AtomicInteger losses = new AtomicInteger();

    public LeaseUnderLincheck() {
        Acquisition acquisition = rig.engine.acquire(rig.order(Optional.of(Duration.ofDays(1))));
        lease = ((Result.Acquired) acquisition.result().join()).lease();
        lease.onLost(loss -> losses.incrementAndGet());
        rig.hold();
    }

    @Operation
    public void timePasses() {
        rig.pass(Rig.TTL.dividedBy(3));
    }

    @Operation
    public void deliver() {
        rig.deliver();
    }

    @Operation
    public void extend() {
        lease.extend();
    }

    @Operation
    public void release() {
        lease.release();
    }

    @Operation(runOnce = true)
    public void close() {
        rig.engine.close();
    }

    @Validate
    public void onceGivenBackNothingIsLeft() {
        lease.release();
        rig.checkNothingIsLeft();
        if (lease.isValid() || losses.get() > 1) {
            throw new IllegalStateException("valid: " + lease.isValid() + ", losses told: " + losses);
        }
    }
}
