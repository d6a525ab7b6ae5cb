package dev.redlock;

import org.jspecify.annotations.Nullable;

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
    private static final int MOST_DIGITS = 16;
    private static final int MOST_SHOWN = 32;

    public FencingToken {
        if (value <= 0 || value > LARGEST) {
            throw new IllegalArgumentException("a fencing token is from 1 to 2^53 - 1, got " + value);
        }
    }

    /**
     * Reads what {@link #toString} wrote, and nothing else: no sign, no blanks, no leading zeros, no digits of other
     * scripts. A token that comes from outside either is exactly what a lock gave, or it is refused.
     *
     * @throws IllegalArgumentException if it is anything else, also null
     */
    public static FencingToken parse(@Nullable String text) {
        if (text == null) {
            throw new IllegalArgumentException("a fencing token is a number, got none");
        }
        if (!isCanonical(text)) {
            throw new IllegalArgumentException(
                    "a fencing token is 1 to 16 ASCII digits without a leading zero, got " + shown(text));
        }
        return new FencingToken(Long.parseLong(text));
    }

    private static boolean isCanonical(String text) {
        return !text.isEmpty()
                && text.length() <= MOST_DIGITS
                && text.charAt(0) != '0'
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Fit for a log: what comes from outside may be long, and may hold control characters. */
    private static String shown(String text) {
        String start = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN);
        String printable = start.replaceAll("[^\\x20-\\x7e]", "?");
        return "'" + printable + "'" + (start.equals(text) ? "" : "… (" + text.length() + " characters)");
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
