package dev.redlock.benchmarks.report;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.util.List;
import java.util.Locale;

/** A picture of one finding: a dot for each contender, with the middle half of its rounds, and the limit as a line. */
final class Plot {
    private static final int LABELS = 250;
    private static final int WIDTH = 420;
    private static final int FIGURES = 170;
    private static final int LINE = 26;
    private static final double WIDE = 12;

    private final List<Row> rows;
    private final String unit;
    private final boolean ratios;
    private final boolean logarithmic;
    private final double from;
    private final double to;

    private Plot(Finding finding) {
        rows = finding.rows();
        unit = finding.heading().unit();
        ratios = rows.stream().allMatch(row -> row.ratio().isPresent());
        double least = rows.stream().mapToDouble(row -> shown(row).low()).min().orElse(0);
        double most = rows.stream().mapToDouble(row -> shown(row).high()).max().orElse(1);
        logarithmic = least > 0 && most / least > WIDE;
        from = logarithmic ? least / 1.5 : 0;
        to = most > 0 ? most * (logarithmic ? 1.5 : 1.1) : 1;
    }

    static String of(Finding finding) {
        return new Plot(finding).svg();
    }

    private Estimate shown(Row row) {
        return ratios ? row.ratio().orElseThrow() : row.value();
    }

    private String svg() {
        int height = LINE * rows.size() + 8;
        StringBuilder svg = new StringBuilder(
                format("<svg viewBox='0 0 %d %d' role='img' aria-label='plot'>", LABELS + WIDTH + FIGURES, height));
        if (ratios) {
            svg.append(format("<line class='limit' x1='%1$.1f' x2='%1$.1f' y1='0' y2='%2$d'/>", x(1), height));
        }
        for (int at = 0; at < rows.size(); at++) {
            svg.append(line(rows.get(at), LINE * at + LINE / 2 + 4));
        }
        String scale = logarithmic ? "<figcaption>logarithmic scale</figcaption>" : "";
        return svg.append("</svg>").append(scale).toString();
    }

    private String line(Row row, int y) {
        Estimate estimate = shown(row);
        String style = row.contender().startsWith("Redlock for Java") ? "ours" : "other";
        String figure = Figures.of(estimate.median()) + (ratios ? "×" : " " + unit);
        return format("<text x='%d' y='%d' class='name %s'>%s</text>", LABELS - 10, y + 4, style, row.contender())
                + format(
                        "<line class='spread %1$s' x1='%2$.1f' x2='%3$.1f' y1='%4$d' y2='%4$d'/>",
                        style, x(estimate.low()), x(estimate.high()), y)
                + format("<circle class='%s' cx='%.1f' cy='%d' r='5'/>", style, x(estimate.median()), y)
                + format("<text x='%d' y='%d' class='%s'>%s</text>", LABELS + WIDTH + 12, y + 4, style, figure);
    }

    private double x(double value) {
        double part = logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
        return LABELS + WIDTH * Math.max(0, Math.min(1, part));
    }

    @FormatMethod
    private static String format(@FormatString String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
