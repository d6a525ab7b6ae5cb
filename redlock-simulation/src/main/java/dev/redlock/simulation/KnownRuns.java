package dev.redlock.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs that have shown a defect of the real code once, each as small as it gets, and runs for defects that take more than
 * chance: a clock set back on a node that forgets (M56), or half a minute (M57). They are kept as plans and not as seeds,
 * because what a seed means changes with the way plans are drawn. The defect is in the catalogue of mutants, so that it can be
 * put back.
 */
final class KnownRuns {
    /** By the defect. */
    static final List<String> ALL = List.of("M45", "M46", "M47", "M52", "M53", "M55", "M56", "M57", "M58");

    private KnownRuns() {}

    static String of(String mutant) {
        try (InputStream in = KnownRuns.class.getResourceAsStream("known/" + mutant + ".txt")) {
            if (in == null) {
                throw new IllegalArgumentException("there is no known run for " + mutant);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the known run for " + mutant, e);
        }
    }
}
