package dev.redlock.chaos.history;

import java.util.Map;

/**
 * The balances as the database has them.
 *
 * @param paidOut what the other side of all entries received
 */
public record Money(Map<String, Long> before, Map<String, Long> after, long paidOut) {

    public static final Money NOT_COUNTED = new Money(Map.of(), Map.of(), 0);

    public Money {
        before = Map.copyOf(before);
        after = Map.copyOf(after);
    }
}
