package dev.redlock.fencing.guard;

/** More would be given back than was paid out. Amounts in minor units. */
public final class RefundTooLargeException extends RuntimeException {
    private final String payoutKey;
    private final long requested;
    private final long paid;
    private final long refunded;

    RefundTooLargeException(String payoutKey, long requested, long paid, long refunded) {
        super("a refund of " + requested + " for '" + payoutKey + "' is too large: of " + paid + " paid out, "
                + refunded + " were given back already");
        this.payoutKey = payoutKey;
        this.requested = requested;
        this.paid = paid;
        this.refunded = refunded;
    }

    public String payoutKey() {
        return payoutKey;
    }

    public long requested() {
        return requested;
    }

    public long paid() {
        return paid;
    }

    /** What had been given back before. */
    public long refunded() {
        return refunded;
    }
}
