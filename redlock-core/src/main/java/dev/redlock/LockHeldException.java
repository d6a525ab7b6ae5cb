package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Somebody else has the lock. Nothing is wrong with the nodes; trying again later is reasonable. */
public final class LockHeldException extends RedlockException {
    private final transient AcquireResult.Held held;

    LockHeldException(AcquireResult.Held held) {
        super(held.describe());
        this.held = held;
    }

    public List<String> names() {
        return held.names();
    }

    /** The label of the holder; empty if several clients were contending and none of them had the lock. */
    public Optional<String> owner() {
        return held.owner();
    }

    /** For how long the holder has it at most, unless it is renewed. */
    public Optional<Duration> remaining() {
        return held.remaining();
    }

    public Duration waited() {
        return held.waited();
    }
}
