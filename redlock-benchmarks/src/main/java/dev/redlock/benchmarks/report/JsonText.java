package dev.redlock.benchmarks.report;

import dev.redlock.benchmarks.stats.Estimate;
import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import dev.redlock.benchmarks.stats.Finding.Row;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All findings for programs. */
public final class JsonText {
    private JsonText() {}

    public static String of(Map<String, String> circumstances, List<Finding> findings) {
        String about = circumstances.entrySet().stream()
                .map(entry -> quote(entry.getKey()) + ": " + quote(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        return findings.stream()
                .map(JsonText::finding)
                .collect(Collectors.joining(",\n", "{\"circumstances\": " + about + ",\n\"findings\": [\n", "\n]}\n"));
    }

    private static String finding(Finding finding) {
        Heading heading = finding.heading();
        String rows = finding.rows().stream().map(JsonText::row).collect(Collectors.joining(",\n    "));
        return "  {\"id\": " + quote(heading.id()) + ", \"title\": " + quote(heading.title()) + ", \"unit\": "
                + quote(heading.unit()) + ", \"target\": " + quote(heading.target()) + ", \"rows\": [\n    " + rows
                + "]}";
    }

    private static String row(Row row) {
        String ratio = row.ratio().map(JsonText::estimate).orElse("null");
        return "{\"contender\": " + quote(row.contender()) + ", \"value\": " + estimate(row.value()) + ", \"ratio\": "
                + ratio + "}";
    }

    private static String estimate(Estimate estimate) {
        return "{\"median\": " + estimate.median() + ", \"low\": " + estimate.low() + ", \"high\": " + estimate.high()
                + ", \"rounds\": " + estimate.rounds() + "}";
    }

    private static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
