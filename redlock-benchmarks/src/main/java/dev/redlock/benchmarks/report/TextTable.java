package dev.redlock.benchmarks.report;

import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.util.Locale;

/** A finding for the terminal. */
public final class TextTable {
    private TextTable() {}

    public static String of(Finding finding) {
        Heading heading = finding.heading();
        StringBuilder text = new StringBuilder("\n" + heading.id() + "  " + heading.title());
        text.append(heading.target().isEmpty() ? "\n" : "  (target " + heading.target() + ")\n");
        for (Row row : finding.rows()) {
            String ratio = row.ratio()
                    .map(estimate -> Figures.of(estimate.median()) + "×  (" + Figures.spread(estimate) + ")")
                    .orElse("");
            String value = Figures.of(row.value().median()) + " " + heading.unit();
            String line = String.format(
                    Locale.ROOT,
                    "    %-34s %14s  %-20s %s",
                    row.contender(),
                    value,
                    "(" + Figures.spread(row.value()) + ")",
                    ratio);
            text.append(line.stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
