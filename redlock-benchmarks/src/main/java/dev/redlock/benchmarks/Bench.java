package dev.redlock.benchmarks;

import dev.redlock.benchmarks.measure.Measure;
import dev.redlock.benchmarks.measure.Measures;
import dev.redlock.benchmarks.measure.Size;
import dev.redlock.benchmarks.measure.Stage;
import dev.redlock.benchmarks.report.HtmlPage;
import dev.redlock.benchmarks.report.JsonText;
import dev.redlock.benchmarks.report.TextTable;
import dev.redlock.benchmarks.stats.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures, prints a table, and writes {@code bench.json} and {@code bench.html}. */
public final class Bench {
    private Bench() {}

    /**
     * The size, and the folder to write to. The property bench.only has the ids of the measures to run; all, if empty. With
     * bench.profile they also find out where the time goes.
     */
    public static void main(String[] arguments) throws IOException {
        Size size = Size.of(arguments[0]);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        String only = System.getProperty("bench.only", "").strip();
        List<Measure> measures = Measures.of(size).stream()
                .filter(measure -> only.isEmpty() || Set.of(only.split(",", -1)).contains(measure.id()))
                .toList();
        long begin = System.nanoTime();
        List<Finding> findings = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Map<String, String> circumstances = new LinkedHashMap<>();
        try (Stage stage = new Stage(size, Boolean.getBoolean("bench.profile"))) {
            circumstances.put("size", arguments[0]);
            circumstances.put("nodes", "Redis, " + stage.provider());
            circumstances.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
            circumstances.put(
                    "processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
            for (Measure measure : measures) {
                long measureBegin = System.nanoTime();
                try {
                    List<Finding> found = measure.run(stage);
                    found.forEach(finding -> System.out.println(TextTable.of(finding)));
                    findings.addAll(found);
                } catch (RuntimeException e) {
                    // The others are worth having all the same.
                    e.printStackTrace();
                    failed.add(measure.id());
                }
                System.out.println(measure.id() + " took " + (System.nanoTime() - measureBegin) / 1_000_000_000 + " s");
            }
        }
        circumstances.put("took", (System.nanoTime() - begin) / 1_000_000_000 + " s");
        if (!failed.isEmpty()) {
            circumstances.put("failed", failed.toString());
        }
        Path json = Files.writeString(folder.resolve("bench.json"), JsonText.of(circumstances, findings));
        Path page = Files.writeString(folder.resolve("bench.html"), HtmlPage.of(circumstances, findings));
        System.out.println(circumstances);
        System.out.println("Written: " + json + ", " + page);
        // Some contenders leave threads behind.
        System.exit(failed.isEmpty() ? 0 : 1);
    }
}
