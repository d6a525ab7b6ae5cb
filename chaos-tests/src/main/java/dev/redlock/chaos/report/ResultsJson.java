package dev.redlock.chaos.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The verdicts for machines, without the histories. */
final class ResultsJson {

    private ResultsJson() {}

    static String of(ChaosResults results) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("size", results.size());
        json.put("seed", results.seed());
        json.put("runs", results.runs().stream().map(ResultsJson::run).toList());
        json.put("mutants", results.mutants().stream().map(ResultsJson::mutant).toList());
        return Json.of(json) + "\n";
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scenario", run.scenario());
        json.put("lock", run.lock());
        json.put("role", run.role());
        json.put("seed", run.seed());
        json.put("verdict", run.verdict());
        json.put("violations", Scores.perChecker(run.violations()));
        json.put("counters", new TreeMap<>(run.counters()));
        json.put("measures", new TreeMap<>(run.measures()));
        return json;
    }

    private static Map<String, Object> mutant(MutantResult mutant) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", mutant.id());
        json.put("title", mutant.title());
        json.put("killedBy", List.copyOf(mutant.killedBy()));
        return json;
    }
}
