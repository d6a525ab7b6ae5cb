package dev.redlock.chaos.check.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Operation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thousands of random histories: the good ones never alarm, and one injected mistake never escapes. */
class InjectedDefectsTest {

    private static final int GOOD = 2000;
    private static final int BAD_OF_EACH_KIND = 200;
    private static final Map<Long, History> GOOD_ONES = new ConcurrentHashMap<>();

    private static History good(long seed) {
        return GOOD_ONES.computeIfAbsent(seed, unused -> GoodHistory.of(seed, 12));
    }

    @Test
    void a_good_history_never_alarms_and_gives_every_checker_something_to_judge() {
        LongStream.range(0, GOOD).parallel().forEach(seed -> {
            Trial trial = Trial.of(good(seed), Rules.all(), List.of(Counters.GRANTS));
            assertThat(trial.violations()).as("seed %d", seed).isEmpty();
            assertThat(trial.judgements())
                    .as("seed %d", seed)
                    .extracting(Judgement::verdict)
                    .containsOnly(Verdict.SAFE);
        });
    }

    @ParameterizedTest
    @EnumSource
    void one_mistake_is_always_found(Defect defect) {
        long injected = LongStream.range(0, 10 * BAD_OF_EACH_KIND)
                .filter(seed -> isFound(defect, seed))
                .limit(BAD_OF_EACH_KIND)
                .count();

        assertThat(injected).isEqualTo(BAD_OF_EACH_KIND);
    }

    @Test
    void a_window_that_ends_where_the_next_begins_is_still_good() {
        LongStream.range(0, 500).forEach(seed -> {
            Story story = new Story(good(seed));
            Dice.Pair<Hold.Span> pair = new Dice(seed).neighbours(story);
            Operation grant = pair.second().hold().grants().findFirst().orElseThrow();
            History moved = story.replace(
                            grant, Defect.Edit.done(grant, pair.first().until()))
                    .history();
            assertThat(new MutexChecker().check(moved).violations())
                    .as("seed %d", seed)
                    .isEmpty();
        });
    }

    private static boolean isFound(Defect defect, long seed) {
        History bad;
        try {
            bad = defect.in(good(seed), seed);
        } catch (Dice.NoChance e) {
            return false;
        }
        Judgement judgement = Rules.named(defect.checker).get(0).check(bad);
        assertThat(judgement.verdict()).as("%s, seed %d", defect, seed).isEqualTo(Verdict.VIOLATED);
        assertThat(judgement.violations())
                .allSatisfy(violation ->
                        assertThat(violation.sentence()).endsWith(".").doesNotContain("null"));
        return true;
    }
}
