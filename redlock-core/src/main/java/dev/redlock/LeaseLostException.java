package dev.redlock;

import java.util.List;

/**
 * The lease ended while it was in use. Somebody else may have held the lock since; only the fence at the resource knows
 * whether what was written counts.
 */
public final class LeaseLostException extends RedlockException {
    private final transient List<String> names;
    private final LossReason reason;

    LeaseLostException(List<String> names, LossReason reason, String message) {
        super(message);
        this.names = names;
        this.reason = reason;
    }

    public List<String> names() {
        return names;
    }

    public LossReason reason() {
        return reason;
    }
}
