package dev.redlock.chaos.history;

/**
 * A fault that was really there, seen by its effect.
 *
 * @param target {@code node-3}, {@code A->node-3}, {@code client A} or {@code ledger}
 * @param kind a word or two: {@code paused}, {@code partition}, {@code clock +60 s}
 * @param until {@link #NEVER_HEALED} if it outlived the run
 * @param what one sentence for the reader of the report
 */
public record Fault(String target, String kind, long from, long until, String what) {

    public static final long NEVER_HEALED = Long.MAX_VALUE;

    /** The kind of a fault that stops a whole client process, which then cannot keep its own promises. */
    public static final String PAUSED = "paused";

    private static final String CLIENT = "client ";

    public Fault {
        if (until < from) {
            throw new IllegalArgumentException("%s of %s healed before it began".formatted(kind, target));
        }
    }

    /** What a fault of a whole client process calls its target. */
    public static String client(String name) {
        return CLIENT + name;
    }

    /** Whether that client stood still at that moment. */
    public boolean pauses(String client, long at) {
        return kind.equals(PAUSED) && target.equals(client(client)) && from <= at && at <= until;
    }
}
