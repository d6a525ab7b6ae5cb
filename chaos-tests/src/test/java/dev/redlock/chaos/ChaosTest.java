package dev.redlock.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.redlock.chaos.catalogue.Catalogue;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.report.ChaosResults;
import dev.redlock.chaos.report.Report;
import dev.redlock.chaos.report.Run;
import dev.redlock.chaos.scenario.Contestant;
import dev.redlock.chaos.scenario.Scenario;
import dev.redlock.chaos.suite.MutantScores;
import dev.redlock.chaos.suite.Selection;
import dev.redlock.chaos.suite.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The whole suite. A run of our lock must be safe and must have shown something, with faults and without; a mistake that was
 * put in must be caught. What the other locks do is written down, and fails nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChaosTest {
    private final Selection selection = Selection.fromSystemProperties();
    private final List<Run> finished = new ArrayList<>();
    private final Suite suite = new Suite(selection.seed(), Path.of("target", "chaos"));

    @AfterAll
    void report() {
        suite.close();
        List<Run> runs = List.copyOf(finished);
        Path page = Report.write(
                new ChaosResults(selection.size(), selection.seed(), runs, MutantScores.of(runs)),
                Path.of("target", "chaos-report"));
        System.out.println("chaos: report in " + page.toAbsolutePath());
    }

    @TestFactory
    Stream<DynamicNode> every_run_says_what_it_must() {
        return suite.play(selection.of(Catalogue.all(selection.soak())), selection::contestants).entrySet().stream()
                .map(entry -> scenario(entry.getKey(), entry.getValue()));
    }

    private DynamicNode scenario(Scenario scenario, Map<Contestant, CompletableFuture<Run>> runs) {
        return dynamicContainer(
                scenario.id() + " " + scenario.title(),
                runs.entrySet().stream().map(entry -> run(scenario, entry.getKey(), entry.getValue())));
    }

    private DynamicTest run(Scenario scenario, Contestant contestant, CompletableFuture<Run> result) {
        return dynamicTest(contestant.role() + " " + contestant.column(), () -> {
            Run run = result.get();
            finished.add(run);
            String story = run.violations() + "\n" + run.counters() + "\n" + Suite.replay(run);
            switch (run.role()) {
                case CONTROL, OURS -> assertThat(run.verdict()).as("%s", story).isEqualTo(Verdict.SAFE);
                case MUTANT -> {
                    assertThat(run.verdict()).as("%s", story).isEqualTo(Verdict.VIOLATED);
                    assertThat(run.violations())
                            .as("%s", story)
                            .extracting(Violation::checker)
                            .containsAll(scenario.noticedBy(contestant));
                }
                case PEER -> assertThat(run.verdict()).isNotNull();
            }
        });
    }
}
