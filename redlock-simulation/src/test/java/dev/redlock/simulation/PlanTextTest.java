package dev.redlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.simulation.plan.Plan;
import dev.redlock.simulation.plan.PlanText;
import dev.redlock.simulation.plan.Swarm;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    @Test
    void what_was_written_is_read_as_it_was() {
        for (long seed = 1; seed <= 500; seed++) {
            Plan plan = Swarm.draw(seed);

            assertThat(PlanText.read("# for people\n\n" + PlanText.write(plan))).isEqualTo(plan);
        }
    }

    @Test
    void what_is_not_a_plan_is_an_error() {
        assertThatThrownBy(() -> PlanText.read("seed 1\nsead 2")).hasMessageContaining("sead 2");
    }
}
