package dev.redlock.simulation;

import dev.redlock.mutants.Mutant;
import dev.redlock.mutants.Mutant.Ground;
import dev.redlock.simulation.exhaustive.TokenSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the runs of one build came to, for people on the console and for machines in a file. */
final class Results {
    private static final Results OF_THIS_BUILD = new Results();

    private final Map<String, String> fields = new TreeMap<>();
    private final Map<String, String> searches = new TreeMap<>();
    private final Map<String, String> mutants = new TreeMap<>();

    private Results() {}

    static Results ofThisBuild() {
        return OF_THIS_BUILD;
    }

    synchronized void add(Seeds.Result result) {
        fields.put("seeds", Long.toString(result.seeds()));
        fields.put("seedsPerSecond", String.format(Locale.ROOT, "%.0f", result.perSecond()));
        fields.put("simulatedHours", String.format(Locale.ROOT, "%.1f", result.simulatedHours()));
        fields.put("seedsPerSecondWhenWarm", String.format(Locale.ROOT, "%.0f", result.perSecondWhenWarm()));
        fields.put("simulatedPerRealTime", String.format(Locale.ROOT, "%.0f", result.simulatedPerReal()));
        fields.put("violations", result.failure().isPresent() ? "1" : "0");
        System.out.printf(
                Locale.ROOT,
                "Simulation: %,d seeds, %.0f per second (%.0f once compiled), %.1f simulated hours, %.0f times as fast as"
                        + " real time; %s%n",
                result.seeds(),
                result.perSecond(),
                result.perSecondWhenWarm(),
                result.simulatedHours(),
                result.simulatedPerReal(),
                result.tally());
        write();
    }

    synchronized void add(TokenSearch.Result result) {
        String title = result.scope().title();
        searches.put(title, Long.toString(result.worlds()));
        long states = searches.values().stream().mapToLong(Long::parseLong).sum();
        fields.put("states", Long.toString(states));
        System.out.printf(
                Locale.ROOT,
                "Exhaustive, %s: %,d states%s, %,d with all as winners%n",
                title,
                result.worlds(),
                result.isComplete() ? "" : " (not all)",
                result.allWon());
        write();
    }

    synchronized void add(Prey.Trophy trophy) {
        addMutant(trophy.mutant(), trophy.killer(), trophy.after());
        System.out.printf("%s: %s%n", trophy.mutant(), trophy.isKilled() ? "killed by " + trophy.killer() : "SURVIVED");
    }

    /** A defect that cannot show itself in the simulator. */
    synchronized void addForeign(Mutant mutant) {
        String killer = mutant.ground() == Ground.THREADS ? "an order of threads" : "";
        addMutant(mutant, killer, 0);
        System.out.printf("%s: %s%n", mutant, killer.isEmpty() ? "left to tests on real processes" : killer);
    }

    /** @param killer such as "seed 5" or "state 123 of …"; empty if nothing here has found it */
    private void addMutant(Mutant mutant, String killer, long after) {
        String[] words = killer.split(" ", 3);
        boolean isNumbered = words[0].equals("seed") || words[0].equals("state");
        mutants.put(
                mutant.id(),
                String.format(
                        "{\"id\":\"%s\",\"title\":\"%s\",\"killed\":%s,\"killedBy\":\"%s\"%s,\"after\":%d}",
                        mutant.id(),
                        mutant.title(),
                        !killer.isEmpty(),
                        killer,
                        isNumbered ? ",\"" + words[0] + "\":" + words[1] : "",
                        after));
        write();
    }

    private void write() {
        String simple = fields.entrySet().stream()
                .map(field -> "  \"" + field.getKey() + "\": " + field.getValue())
                .collect(Collectors.joining(",\n"));
        String inSearches = searches.entrySet().stream()
                .map(search -> "    \"" + search.getKey() + "\": " + search.getValue())
                .collect(Collectors.joining(",\n"));
        String inMutants =
                mutants.values().stream().map(mutant -> "    " + mutant).collect(Collectors.joining(",\n"));
        String json = "{\n" + simple + (simple.isEmpty() ? "" : ",\n") + "  \"searches\": {\n" + inSearches
                + "\n  },\n  \"mutants\": [\n" + inMutants + "\n  ]\n}\n";
        try {
            Path folder =
                    Files.createDirectories(Path.of(System.getProperty("simulation.results", "target/simulation")));
            Files.writeString(folder.resolve("results.json"), json);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the results", e);
        }
    }
}
