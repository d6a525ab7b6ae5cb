package dev.redlock.fencing.idempotency;

import dev.redlock.fencing.internal.Names;

/**
 * What makes two requests the same.
 *
 * @param operation the kind, such as {@code payout}; without a colon
 * @param key which one of its kind, such as the number of the payout; the same for every attempt
 */
public record IdempotencyKey(String operation, String key) {
    public IdempotencyKey {
        Names.operation(operation);
        Names.key(key);
    }

    /** {@code idempotency:OPERATION:KEY}, also fit to be passed on to a payment provider. */
    public String id() {
        return "idempotency:" + operation + ":" + key;
    }
}
