package dev.redlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.mutants.Catalogue;
import dev.redlock.simulation.Prey.Trophy;
import dev.redlock.simulation.plan.Plan;
import dev.redlock.simulation.plan.PlanText;
import dev.redlock.simulation.plan.Swarm;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShrinkerTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"M14", "M38"})
    void what_is_left_of_a_failure_is_smaller_and_fails_in_the_same_way(String mutant) {
        Trophy found = prey(mutant, "hunt").hunt();
        String seed = found.killer().replace("seed ", "");

        String left = prey(mutant, "reduction").callWithDefect(Reduction.class, seed);

        assertThat(prey(mutant, "replay").callWithDefect(Replay.class, left)).startsWith(property(found));
        assertThat(new Replay().apply(left)).as("without the defect").isEmpty();
        Plan shrunk = PlanText.read(left);
        Plan whole = Swarm.draw(Long.parseLong(seed));
        assertThat(sizeOf(shrunk)).isLessThan(sizeOf(whole));
        assertThat(whole.faults()).containsAll(shrunk.faults());
        assertThat(whole.clients()).containsAll(shrunk.clients());
    }

    private Prey prey(String mutant, String purpose) {
        return new Prey(Catalogue.byId(mutant), folder.resolve(purpose));
    }

    private static String property(Trophy found) {
        return found.violation().substring(0, found.violation().indexOf(' '));
    }

    private static int sizeOf(Plan plan) {
        return plan.faults().size() + plan.clients().size() + plan.names();
    }
}
