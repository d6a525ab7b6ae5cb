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

    public boolean hits(String client) {
        return target.equals(client(client));
    }
}
