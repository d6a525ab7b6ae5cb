package dev.redlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.simulation.check.Tally;
import dev.redlock.simulation.plan.Swarm;
import dev.redlock.simulation.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code -Dseed=} replays one world, {@code -Dsimulation.minutes=} runs fresh ones for so long. */
class RandomWorldsTest {
    private static final long SEEDS = 20_000;

    @Test
    void nothing_that_must_never_happen_happens_in_any_of_many_worlds() {
        String seed = System.getProperty("seed", "");
        String minutes = System.getProperty("simulation.minutes", "");
        Seeds.Result result = !seed.isEmpty()
                ? Seeds.run(Long.parseLong(seed), 1)
                : !minutes.isEmpty()
                        ? Seeds.runFor(
                                System.nanoTime(),
                                Duration.ofMinutes(Long.parseLong(minutes)).toNanos())
                        : Seeds.run(1, SEEDS);

        Results.ofThisBuild().add(result);
        assertThat(result.failure())
                .as(() -> Shrinker.shrink(result.failure().orElseThrow().seed()).toString())
                .isEmpty();
        if (seed.isEmpty()) {
            assertSomethingHappened(result.tally());
        }
    }

    /** A run in which nobody contended, lost or came too late proves nothing. */
    private static void assertSomethingHappened(Tally tally) {
        assertThat(tally.grants()).isPositive();
        assertThat(tally.slowGrants()).as("tokens that took a second round").isPositive();
        assertThat(tally.refusals()).isPositive();
        assertThat(tally.renewals()).isPositive();
        assertThat(tally.losses()).isPositive();
        assertThat(tally.overlaps()).as("overlaps where they are not excluded").isPositive();
        assertThat(tally.unpromised()).as("assumptions that broke on the way").isPositive();
        assertThat(tally.staleWrites())
                .as("writes that only the token kept out")
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 24, 143, 661, 3054})
    void the_same_seed_gives_the_same_world_down_to_the_last_message(long seed) {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();

        World.Outcome one = World.run(Swarm.draw(seed), first);
        World.Outcome other = World.run(Swarm.draw(seed), second);

        assertThat(first).hasSizeGreaterThan(20).isEqualTo(second);
        assertThat(one.digest())
                .isEqualTo(other.digest())
                .isEqualTo(World.run(Swarm.draw(seed)).digest())
                .isNotEqualTo(World.run(Swarm.draw(seed + 1)).digest());
    }
}
