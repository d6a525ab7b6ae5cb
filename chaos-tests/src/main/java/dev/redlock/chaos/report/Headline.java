package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Verdict;
import java.util.List;
import java.util.Map;

/** The top of the page: what came of it all, in a few sentences and one bar per lock. */
final class Headline {

    private final ChaosResults results;
    private final Scores scores;

    Headline(ChaosResults results) {
        this.results = results;
        this.scores = new Scores(results);
    }

    String html() {
        Html html = new Html();
        Verdict verdict = Scores.worst(ours());
        html.markup("<section class=\"headline " + Words.tone(verdict) + "\" id=\"verdict\">");
        html.markup("<p class=\"stamp\">" + Words.icon(verdict))
                .text(Words.of(verdict))
                .markup("</p>");
        html.element("h1", sentence());
        html.markup("<p class=\"lead\">");
        controls(html);
        mutants(html);
        html.markup("</p><ul class=\"scores\">");
        scores.locks().forEach(lock -> score(html, lock));
        return html.markup("</ul></section>").toString();
    }

    private List<Run> ours() {
        List<Run> ours =
                results.runs().stream().filter(run -> run.role() == Role.OURS).toList();
        return ours;
    }

    private String sentence() {
        List<Run> ours = ours();
        if (ours.isEmpty()) {
            return "No run of our lock is in this report.";
        }
        long scenarios = ours.stream().map(Run::scenario).distinct().count();
        long broken = scenarios(ours, Verdict.VIOLATED);
        long vacuous = scenarios(ours, Verdict.VACUOUS);
        String all = Words.count(scenarios, "scenario", "scenarios");
        if (broken > 0) {
            return "Our lock broke a promise in %d of %s.".formatted(broken, all);
        }
        return vacuous > 0
                ? "Our lock broke no promise, but %d of %s showed nothing.".formatted(vacuous, all)
                : "Our lock kept every promise in %s.".formatted(scenarios == 1 ? all : "all " + all);
    }

    private static long scenarios(List<Run> runs, Verdict verdict) {
        return runs.stream()
                .filter(run -> run.verdict() == verdict)
                .map(Run::scenario)
                .distinct()
                .count();
    }

    private void controls(Html html) {
        List<Run> controls = results.runs().stream()
                .filter(run -> run.role() == Role.CONTROL)
                .toList();
        if (controls.isEmpty()) {
            return;
        }
        html.text(
                Scores.worst(controls) == Verdict.SAFE
                        ? "Without any fault, everything works. "
                        : "A run without any fault was not safe: the test bench itself is broken, trust nothing below. ");
    }

    private void mutants(Html html) {
        List<MutantResult> mutants = results.mutants();
        List<String> survivors = mutants.stream()
                .filter(MutantResult::survived)
                .map(MutantResult::id)
                .toList();
        if (mutants.isEmpty()) {
            return;
        }
        html.text(
                survivors.isEmpty()
                        ? "To show that the checkers can fail, %s built into the lock, and every one was caught."
                                .formatted(Words.count(mutants.size(), "mistake was", "mistakes were"))
                        : "%d of %d mistakes built into the lock were not caught: %s."
                                .formatted(survivors.size(), mutants.size(), String.join(", ", survivors)));
    }

    private void score(Html html, String lock) {
        Map<Verdict, Long> tally = scores.tally(lock);
        long total = tally.values().stream().mapToLong(Long::longValue).sum();
        html.markup("<li" + (scores.isOurs(lock) ? " class=\"ours\"" : "") + ">");
        html.element("span class=\"lock\"", lock).markup("<span class=\"bar\" aria-hidden=\"true\">");
        for (Verdict verdict : List.of(Verdict.SAFE, Verdict.VIOLATED, Verdict.VACUOUS)) {
            long share = tally.getOrDefault(verdict, 0L);
            if (share > 0) {
                html.markup("<i class=\"" + Words.tone(verdict) + "\" style=\"flex:" + share + "\"></i>");
            }
        }
        html.markup("</span><span class=\"tally\">");
        html.text("safe in %d of %d".formatted(tally.getOrDefault(Verdict.SAFE, 0L), total));
        if (tally.containsKey(Verdict.VIOLATED)) {
            html.text(", broken in " + tally.get(Verdict.VIOLATED));
        }
        html.markup("</span></li>");
    }
}
