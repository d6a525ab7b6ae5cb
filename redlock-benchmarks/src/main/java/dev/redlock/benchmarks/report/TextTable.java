package dev.redlock.benchmarks.report;

import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Form;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.util.Locale;

/** A finding for the terminal. */
public final class TextTable {
    private static final int SHORTEST_LABELS = 34;

    private TextTable() {}

    public static String of(Finding finding) {
        Heading heading = finding.heading();
        StringBuilder text = new StringBuilder("\n" + heading.id() + "  " + heading.title());
        text.append(heading.target().isEmpty() ? "\n" : "  (target " + heading.target() + ")\n");
        int labels = finding.rows().stream()
                .mapToInt(row -> row.contender().length())
                .reduce(SHORTEST_LABELS, Math::max);
        finding.rows().forEach(row -> text.append(line(finding, row, labels)).append('\n'));
        return text.toString();
    }

    private static String line(Finding finding, Row row, int labels) {
        String ratio = row.ratio()
                .map(estimate -> Figures.of(estimate.median()) + "×  (" + Figures.spread(estimate) + ")")
                .orElse("");
        String value =
                Figures.of(row.value().median()) + " " + finding.heading().unit();
        String spread = finding.form() == Form.PARTS ? "" : "(" + Figures.spread(row.value()) + ")";
        String label = row.contender() + " ".repeat(labels - row.contender().length());
        return String.format(Locale.ROOT, "    %s %14s  %-20s %s", label, value, spread, ratio)
                .stripTrailing();
    }
}
