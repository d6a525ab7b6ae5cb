package dev.redlock;

/**
 * A number that is larger for every later holder of a lock.
 *
 * <p>Pass it to whatever the lock protects, and let that refuse a token smaller than one it has seen. This is what protects
 * the money when a holder was paused for longer than its lease: no lock can, because the holder does not know it was paused.
 *
 * <p>For one lock name, every acquisition gets a larger token than every acquisition that had succeeded before it started,
 * and no two get the same. Tokens are positive, below 2<sup>53</sup>, and have gaps.
 */
public record FencingToken(long value) implements Comparable<FencingToken> {
    private static final long LARGEST = (1L << 53) - 1;

    public FencingToken {
        if (value <= 0 || value > LARGEST) {
            throw new IllegalArgumentException("a fencing token is from 1 to 2^53 - 1, got " + value);
        }
    }

    /** Reads what {@link #toString} wrote. */
    public static FencingToken parse(String text) {
        try {
            return new FencingToken(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("a fencing token is a number, got '" + text + "'");
        }
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }

    /** The digits alone, so that it can be put into a header, a column or a message as it is. */
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
