package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Violation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** One card per run: what was broken in words, what happened how often, and the data of the timeline, drawn when opened. */
final class RunCards {

    /** More than these would push the timeline out of sight. */
    private static final int AT_ONCE = 6;

    /** The rest is on the timeline; nobody reads a list of thousands. */
    private static final int SENTENCES = 100;

    private final List<Run> runs;

    RunCards(List<Run> runs) {
        this.runs = runs;
    }

    String html() {
        Html html = new Html();
        for (int i = 0; i < runs.size(); i++) {
            card(html, runs.get(i), i);
        }
        return html.toString();
    }

    private static void card(Html html, Run run, int index) {
        html.markup("<details class=\"run " + Words.tone(run.verdict()) + "\" id=\"run-" + index + "\" data-scenario=\""
                + Html.escape(run.scenario()) + "\" data-lock=\"" + Html.escape(run.lock()) + "\" data-verdict=\""
                + Words.tone(run.verdict()) + "\"><summary><span class=\"cell " + Words.tone(run.verdict()) + "\">"
                + Words.icon(run.verdict()));
        html.element("strong", Words.of(run.verdict())).markup("</span><span class=\"name\">");
        html.element("b", run.scenario()).markup(" ").text(run.title()).markup("</span>");
        html.element("span class=\"lock\"", run.lock() + role(run.role()));
        html.element("span class=\"size\"", size(run)).markup("</summary><div class=\"body\">");
        violations(html, run);
        html.markup("<div class=\"timeline\" data-run=\"" + index + "\"></div>");
        numbers(html, run);
        html.markup("</div></details><script type=\"application/json\" id=\"data-" + index + "\">");
        html.markup(TimelineJson.of(run)).markup("</script>\n");
    }

    private static String role(Role role) {
        return switch (role) {
            case CONTROL -> ", no fault";
            case MUTANT -> ", with a mistake";
            case OURS, PEER -> "";
        };
    }

    private static String size(Run run) {
        int count = run.violations().size();
        return count == 0
                ? Words.count(run.history().operations().size(), "operation", "operations")
                : Words.count(count, "broken promise", "broken promises");
    }

    private static void violations(Html html, Run run) {
        List<Violation> all = run.violations();
        if (all.isEmpty()) {
            html.element("p class=\"calm\"", calm(run));
            return;
        }
        int first = Math.min(AT_ONCE, all.size());
        int listed = Math.min(SENTENCES, all.size());
        sentences(html, run, 0, first);
        if (listed > first) {
            html.markup("<details class=\"more\">").element("summary", "%d more".formatted(all.size() - first));
            sentences(html, run, first, listed);
            if (all.size() > listed) {
                html.element(
                        "p class=\"hint\"", "The other %d are marked in the timeline.".formatted(all.size() - listed));
            }
            html.markup("</details>");
        }
    }

    private static void sentences(Html html, Run run, int from, int to) {
        long start = run.history().startedAt();
        html.markup("<ol class=\"violations\" start=\"" + (from + 1) + "\">");
        for (Violation violation : run.violations().subList(from, to)) {
            html.markup("<li><button type=\"button\" class=\"when\" data-at=\"" + (violation.at() - start) / 1000 + "\""
                    + " title=\"Show it in the timeline\">");
            html.text(String.format(Locale.ROOT, "%.3f s", (violation.at() - start) / 1e9))
                    .markup("</button> ");
            html.text(violation.sentence())
                    .element("small", " " + violation.checker())
                    .markup("</li>");
        }
        html.markup("</ol>");
    }

    private static String calm(Run run) {
        return switch (run.verdict()) {
            case SAFE -> "Nothing went wrong here, although it could have.";
            case VACUOUS ->
                "Nothing went wrong here, but what should have been tried did not happen, so this shows nothing.";
            case VIOLATED -> "The run was found broken, without a sentence to explain it.";
        };
    }

    private static void numbers(Html html, Run run) {
        html.markup("<dl class=\"numbers\">");
        new TreeMap<>(run.counters())
                .forEach((name, count) -> html.markup(count == 0 ? "<div class=\"zero\">" : "<div>")
                        .element("dt", name)
                        .element("dd", count)
                        .markup("</div>"));
        new TreeMap<>(run.measures())
                .forEach((name, value) -> html.markup("<div>")
                        .element("dt", name)
                        .element("dd", rounded(value))
                        .markup("</div>"));
        html.markup("<div>").element("dt", "seed").element("dd", run.seed()).markup("</div></dl>");
    }

    private static String rounded(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toPlainString()
                : "unknown";
    }
}
