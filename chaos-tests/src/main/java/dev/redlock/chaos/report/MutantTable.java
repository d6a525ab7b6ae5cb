package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Verdict;
import java.util.List;

/** Mistakes that were put into the lock on purpose, and what caught them. */
final class MutantTable {

    private final List<MutantResult> mutants;

    MutantTable(List<MutantResult> mutants) {
        this.mutants = mutants;
    }

    String html() {
        if (mutants.isEmpty()) {
            return "";
        }
        Html html = new Html();
        html.markup(
                "<section id=\"mutants\"><h2>Mistakes built in on purpose</h2><p class=\"hint\">A checker that never"
                        + " complains proves nothing. So each of these mistakes was compiled into a copy of our lock, and at least one"
                        + " scenario had to catch it.</p><div class=\"scroll\"><table class=\"mutants\"><thead><tr>"
                        + "<th scope=\"col\">Mistake</th><th scope=\"col\">Caught</th><th scope=\"col\">By</th></tr></thead><tbody>");
        for (MutantResult mutant : mutants) {
            Verdict verdict = mutant.survived() ? Verdict.VIOLATED : Verdict.SAFE;
            html.markup("<tr><th scope=\"row\">").element("b", mutant.id()).markup(" ");
            html.element("span", mutant.title()).markup("</th><td><span class=\"cell " + Words.tone(verdict) + "\">");
            html.markup(Words.icon(verdict)).element("strong", mutant.survived() ? "survived" : "caught");
            html.markup("</span></td><td>");
            mutant.killedBy()
                    .forEach(scenario ->
                            html.element("span class=\"chip\"", scenario).markup(" "));
            html.markup("</td></tr>");
        }
        return html.markup("</tbody></table></div></section>").toString();
    }
}
