package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import java.util.List;

/** Every scenario against every lock. */
final class SummaryTable {

    private final ChaosResults results;
    private final Scores scores;

    SummaryTable(ChaosResults results) {
        this.results = results;
        this.scores = new Scores(results);
    }

    String html() {
        Html html = new Html();
        html.markup(
                "<section id=\"summary\"><h2>Every scenario, every lock</h2><p class=\"hint\">Each row is one kind of"
                        + " trouble, injected into real processes. All locks met it with the same seed. A cell opens the run.</p>");
        html.markup("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Summary table\"><table"
                + " class=\"matrix\"><thead><tr><th scope=\"col\">Scenario</th>");
        for (String lock : scores.locks()) {
            html.element("th scope=\"col\"" + (scores.isOurs(lock) ? " class=\"ours\"" : ""), lock);
        }
        html.markup("</tr></thead><tbody>");
        scores.scenarios().forEach(scenario -> row(html, scenario));
        return html.markup("</tbody></table></div></section>").toString();
    }

    private void row(Html html, String scenario) {
        html.markup("<tr><th scope=\"row\">").element("b", scenario).markup(" ");
        html.element("span", scores.title(scenario)).markup("</th>");
        for (String lock : scores.locks()) {
            html.markup("<td data-lock=\"" + Html.escape(lock) + "\"" + (scores.isOurs(lock) ? " class=\"ours\"" : "")
                    + ">");
            List<Run> cell = scores.of(scenario, lock);
            if (cell.isEmpty()) {
                html.markup("<span class=\"none\">not run</span>");
            } else {
                cell(html, cell);
            }
            html.markup("</td>");
        }
        html.markup("</tr>");
    }

    private void cell(Html html, List<Run> cell) {
        Verdict verdict = Scores.worst(cell);
        Run shown = cell.stream()
                .filter(run -> run.verdict() == verdict)
                .findFirst()
                .orElseThrow();
        html.markup("<a class=\"cell " + Words.tone(verdict) + "\" href=\"#run-" + indexOf(shown) + "\">");
        html.markup(Words.icon(verdict)).element("strong", Words.of(verdict));
        if (cell.size() > 1) {
            html.element(
                    "small",
                    " in %d of %d runs"
                            .formatted(
                                    cell.stream()
                                            .filter(run -> run.verdict() == verdict)
                                            .count(),
                                    cell.size()));
        }
        html.markup("</a>");
        List<Violation> violations =
                cell.stream().flatMap(run -> run.violations().stream()).toList();
        if (!violations.isEmpty()) {
            html.markup("<ul class=\"kinds\">");
            Scores.perChecker(violations)
                    .forEach((checker, count) -> html.markup("<li>")
                            .element("span title=\"" + Html.escape(checker) + "\"", Words.broken(checker))
                            .element("b", " ×" + count)
                            .markup("</li>"));
            html.markup("</ul>");
        }
    }

    /** By identity: two runs may look the same. */
    @SuppressWarnings("ReferenceEquality")
    private int indexOf(Run run) {
        for (int i = 0; i < results.runs().size(); i++) {
            if (results.runs().get(i) == run) {
                return i;
            }
        }
        throw new IllegalArgumentException("not one of the runs: " + run.scenario());
    }
}
