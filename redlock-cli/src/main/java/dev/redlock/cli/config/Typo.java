package dev.redlock.cli.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant. */
public final class Typo {
    private static final int LARGEST = 3;

    private Typo() {}

    /** The known word that is most like this one, if it is like it at all. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(candidate, word)))
                .filter(candidate -> distance(candidate, word) <= Math.min(LARGEST, candidate.length() / 2));
    }

    /** How many letters have to be added, taken away or changed. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= one.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int change = diagonal + (one.charAt(line - 1) == other.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(change, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[other.length()];
    }
}
