package dev.redlock.node;

import java.util.List;
import java.util.stream.Stream;

/** Claims of readable holders, for tests. */
public final class Claims {
    private Claims() {}

    /** A claim of the holder that is called so; names may come in any order. */
    public static Claim of(String holder, String... names) {
        return of(holder, Stream.of(names).sorted().toList());
    }

    public static Claim of(String holder, List<String> sortedNames) {
        return new Claim(sortedNames, holderId(holder), "owner of " + holder);
    }

    /** The name, filled up to the length that every holder id has. */
    public static String holderId(String holder) {
        return (holder + "-".repeat(Claim.HOLDER_LENGTH)).substring(0, Claim.HOLDER_LENGTH);
    }
}
