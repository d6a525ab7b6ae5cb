package dev.redlock.benchmarks.report;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Form;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.util.List;
import java.util.Locale;

/**
 * A picture of one finding: a dot for each contender, with the middle half of its rounds, and the limit as a line; or a bar
 * for each part of a whole.
 */
final class Plot {
    private static final int ALL = 840;
    private static final int LABELS = 250;
    private static final int LONGEST_LABELS = 480;
    private static final int CHARACTER = 7;
    private static final int FIGURES = 170;
    private static final int LINE = 26;
    private static final double WIDE = 12;

    private final List<Row> rows;
    private final String unit;
    private final boolean parts;
    private final boolean ratios;
    private final boolean logarithmic;
    private final int labels;
    private final double from;
    private final double to;
    private final double whole;

    private Plot(Finding finding) {
        rows = finding.rows();
        unit = finding.heading().unit();
        parts = finding.form() == Form.PARTS;
        ratios = rows.stream().allMatch(row -> row.ratio().isPresent());
        labels = widthOfLabels(rows);
        double least = rows.stream().mapToDouble(row -> shown(row).low()).min().orElse(0);
        double most = rows.stream().mapToDouble(row -> shown(row).high()).max().orElse(1);
        // The lengths of bars are compared, which takes a scale from zero.
        logarithmic = !parts && least > 0 && most / least > WIDE;
        from = logarithmic ? least / 1.5 : 0;
        to = most > 0 ? most * (logarithmic ? 1.5 : 1.1) : 1;
        whole = rows.stream().mapToDouble(row -> shown(row).median()).sum();
    }

    static String of(Finding finding) {
        return new Plot(finding).svg();
    }

    private static int widthOfLabels(List<Row> rows) {
        int longest = rows.stream()
                .mapToInt(row -> row.contender().length() * CHARACTER)
                .max()
                .orElse(0);
        return Math.max(LABELS, Math.min(LONGEST_LABELS, longest + 20));
    }

    private Estimate shown(Row row) {
        return ratios ? row.ratio().orElseThrow() : row.value();
    }

    private String svg() {
        int height = LINE * rows.size() + 8;
        StringBuilder svg =
                new StringBuilder(format("<svg viewBox='0 0 %d %d' role='img' aria-label='plot'>", ALL, height));
        if (ratios) {
            svg.append(format("<line class='limit' x1='%1$.1f' x2='%1$.1f' y1='0' y2='%2$d'/>", x(1), height));
        }
        for (int at = 0; at < rows.size(); at++) {
            Row row = rows.get(at);
            int y = LINE * at + LINE / 2 + 4;
            svg.append(parts ? bar(row, y) : dot(row, y));
        }
        String scale = logarithmic ? "<figcaption>logarithmic scale</figcaption>" : "";
        return svg.append("</svg>").append(scale).toString();
    }

    private String dot(Row row, int y) {
        Estimate estimate = shown(row);
        String style = row.contender().startsWith("Redlock for Java") ? "ours" : "other";
        String figure = Figures.of(estimate.median()) + (ratios ? "×" : " " + unit);
        return texts(row, style, figure, y)
                + format(
                        "<line class='spread %1$s' x1='%2$.1f' x2='%3$.1f' y1='%4$d' y2='%4$d'/>",
                        style, x(estimate.low()), x(estimate.high()), y)
                + format("<circle class='%s' cx='%.1f' cy='%d' r='5'/>", style, x(estimate.median()), y);
    }

    private String bar(Row row, int y) {
        double value = shown(row).median();
        String share = unit.equals("%") || whole == 0 ? "" : format(" · %.0f %%", 100 * value / whole);
        return texts(row, "part", Figures.of(value) + " " + unit + share, y)
                + format(
                        "<rect class='part' x='%d' y='%d' width='%.1f' height='%d' rx='2'/>",
                        labels, y - 7, x(value) - labels, 14);
    }

    private String texts(Row row, String style, String figure, int y) {
        return format(
                        "<text x='%d' y='%d' class='name %s'>%s</text>",
                        labels - 10, y + 4, style, HtmlPage.escape(row.contender()))
                + format("<text x='%d' y='%d' class='%s'>%s</text>", ALL - FIGURES + 12, y + 4, style, figure);
    }

    private double x(double value) {
        double part = logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
        return labels + (ALL - FIGURES - labels) * Math.max(0, Math.min(1, part));
    }

    @FormatMethod
    private static String format(@FormatString String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
