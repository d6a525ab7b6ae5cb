package dev.redlock.cli.doctor;

import dev.redlock.cli.terminal.Paint;
import dev.redlock.cli.terminal.Table;
import dev.redlock.cli.terminal.Table.Cell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the doctor says, for people and for programs. */
public record DoctorText(Paint paint, List<Examination> nodes, List<Finding> findings) {

    public List<String> lines() {
        List<String> lines = new ArrayList<>(table());
        lines.add("");
        grouped().forEach((finding, where) -> {
            lines.add(
                    severity(finding.severity()) + "  " + paint.bold(String.join(", ", where)) + " " + finding.what());
            lines.add("          " + paint.dim("means ") + finding.meaning());
            lines.add("          " + paint.dim("mend  ") + finding.remedy());
        });
        lines.add(verdict());
        return lines;
    }

    private List<String> table() {
        Table table = new Table().header(paint, "NODE", "REDIS", "ROLE", "ROUND TRIP", "CLOCK", "RUN ID", "STANDING");
        for (Examination node : nodes) {
            String runId = node.field("run_id");
            boolean votes = node.standing().equals("votes");
            table.row(
                    Cell.of(node.address()),
                    Cell.of(orDash(node.field("redis_version"))),
                    Cell.of(orDash(node.field("role"))),
                    Cell.of(node.isReachable() ? millis(node.roundTrip()) : "-"),
                    Cell.of(node.ahead().map(DoctorText::signed).orElse("-")),
                    Cell.of(orDash(runId.substring(0, Math.min(8, runId.length())))),
                    new Cell(node.standing(), votes ? paint::green : paint::yellow));
        }
        return table.lines();
    }

    /** The worst first; what is the same for several nodes is said once. */
    private Map<Finding, List<String>> grouped() {
        Map<Finding, List<String>> grouped = new LinkedHashMap<>();
        findings.stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .forEach(finding -> grouped.computeIfAbsent(finding.anywhere(), key -> new ArrayList<>())
                        .add(finding.where()));
        return grouped;
    }

    private String verdict() {
        long critical = count(Severity.CRITICAL);
        long warnings = count(Severity.WARNING);
        if (critical > 0) {
            return paint.red(critical + " critical, " + warnings + " warnings: do not rely on this lock as it is");
        }
        if (warnings > 0) {
            return paint.yellow("nothing critical, " + warnings + " warnings");
        }
        return paint.green("fit for locks");
    }

    private long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private String severity(Severity severity) {
        return switch (severity) {
            case NOTE -> paint.dim("note    ");
            case WARNING -> paint.yellow("WARNING ");
            case CRITICAL -> paint.red("CRITICAL");
        };
    }

    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Map<String, Object>> examined = new ArrayList<>();
        for (Examination node : nodes) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("node", node.address());
            fields.put("reachable", node.isReachable());
            fields.put("trouble", node.trouble());
            fields.put("version", node.field("redis_version"));
            fields.put("role", node.field("role"));
            fields.put("runId", node.field("run_id"));
            fields.put("roundTripMicros", node.roundTrip().toNanos() / 1000);
            fields.put("clockAheadMillis", node.ahead().map(Duration::toMillis));
            fields.put("standing", node.standing());
            examined.add(fields);
        }
        json.put("nodes", examined);
        List<Map<String, Object>> found = new ArrayList<>();
        for (Finding finding : findings) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
            fields.put("where", finding.where());
            fields.put("what", finding.what());
            fields.put("meaning", finding.meaning());
            fields.put("remedy", finding.remedy());
            found.add(fields);
        }
        json.put("findings", found);
        return json;
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }

    private static String signed(Duration ahead) {
        return String.format(Locale.ROOT, "%+d ms", ahead.toMillis());
    }
}
