package dev.redlock.runtime;

import dev.redlock.runtime.Acquisition.Result;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A lease that is renewed by the timer's thread while its holder extends it, gives it back and closes the client. */
public class LeaseRaces implements Runnable {
    private static final class Race implements Interleavings.Scenario {
        private final Rig rig;
        private final HeldLease lease;
        private int losses;

        private Race(Runnable mayBeInterrupted) {
            rig = new Rig(mayBeInterrupted);
            Acquisition acquisition = rig.engine.acquire(rig.order(Optional.of(Duration.ofDays(1))));
            lease = ((Result.Acquired) acquisition.result().join()).lease();
            lease.onLost(loss -> losses++);
            rig.hold();
        }

        @Override
        public List<Runnable> threads() {
            return List.of(
                    () -> rig.pass(Rig.TTL.dividedBy(3)),
                    rig::deliver,
                    lease::extend,
                    lease::release,
                    rig.engine::close);
        }

        @Override
        public void check() {
            rig.checkNothingIsLeft();
            if (lease.isValid() || losses > 1) {
                throw new IllegalStateException("valid: " + lease.isValid() + ", losses told: " + losses);
            }
        }
    }

    /** Throws if something goes wrong in any order. */
    @Override
    public void run() {
        Interleavings.of(Race::new, 2);
    }
}
