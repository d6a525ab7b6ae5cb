package dev.redlock.benchmarks.report;

import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Form;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All findings as one page that needs nothing else. */
public final class HtmlPage {
    private HtmlPage() {}

    public static String of(Map<String, String> circumstances, List<Finding> findings) {
        String about = circumstances.entrySet().stream()
                .map(entry -> escape(entry.getKey()) + ": " + escape(entry.getValue()))
                .collect(Collectors.joining(" · "));
        String body = findings.stream().map(HtmlPage::section).collect(Collectors.joining("\n"));
        return "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
                + "<meta name='viewport' content='width=device-width'><title>Redlock for Java: benchmarks</title><style>"
                + css() + "</style></head><body><h1>How fast the lock is</h1><p>" + about
                + "</p><p>Dots are medians over rounds, bars the middle half of the rounds, × the ratio to the limit"
                + " (the dashed line) in the same round, unless the title says against what. Wide bars are parts of a"
                + " whole, of our lock.</p>\n" + body
                + "</body></html>\n";
    }

    private static String section(Finding finding) {
        Heading heading = finding.heading();
        String target = heading.target().isEmpty() ? "" : " <small>target " + escape(heading.target()) + "</small>";
        String style = finding.form() == Form.PARTS ? " class='parts'" : "";
        return "<section" + style + "><h2>" + escape(heading.id()) + " · " + escape(heading.title()) + target
                + "</h2><figure>" + Plot.of(finding) + "</figure>" + figures(finding) + "</section>";
    }

    /** Bars have their figures beside them. */
    private static String figures(Finding finding) {
        if (finding.form() == Form.PARTS) {
            return "";
        }
        String rows =
                finding.rows().stream().map(row -> row(finding.heading(), row)).collect(Collectors.joining());
        return "<details><summary>figures</summary><table>"
                + "<tr><th>contender<th>value<th>middle half<th>ratio<th>middle half<th>rounds</tr>" + rows
                + "</table></details>";
    }

    private static String row(Heading heading, Row row) {
        String ratio = row.ratio()
                .map(estimate -> Figures.of(estimate.median()) + "×<td>" + Figures.spread(estimate))
                .orElse("<td>");
        return "<tr><td>" + escape(row.contender()) + "<td>"
                + Figures.of(row.value().median()) + " "
                + escape(heading.unit()) + "<td>" + Figures.spread(row.value()) + "<td>" + ratio + "<td>"
                + row.value().rounds() + "</tr>";
    }

    private static String css() {
        try (InputStream in = HtmlPage.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException("page.css is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
