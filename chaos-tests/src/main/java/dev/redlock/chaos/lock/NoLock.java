package dev.redlock.chaos.lock;

import java.time.Duration;
import java.util.function.LongConsumer;

/** Grants everything to everybody: shows what the other locks are needed for. */
final class NoLock implements LockUnderTest {
    @Override
    public Hold acquire(String resource, Duration wait) {
        return new Hold() {
            @Override
            public long token() {
                return 0;
            }

            @Override
            public long validUntil() {
                return 0;
            }

            @Override
            public boolean isValid() {
                return true;
            }

            @Override
            public boolean extend() {
                return true;
            }

            @Override
            public String release() {
                return "nothing to release";
            }

            @Override
            public void onLost(Runnable callback) {}

            @Override
            public void onRenewed(LongConsumer callback) {}
        };
    }

    @Override
    public boolean countsFromItsStart() {
        return false;
    }

    @Override
    public void close() {}
}
