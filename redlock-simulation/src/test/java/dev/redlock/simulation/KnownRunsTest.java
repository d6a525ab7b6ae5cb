package dev.redlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.mutants.Catalogue;
import dev.redlock.simulation.Prey.Trophy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownRunsTest {
    @TempDir
    Path folder;

    static List<String> known() {
        return KnownRuns.ALL;
    }

    @ParameterizedTest
    @MethodSource("known")
    void what_failed_once_does_not_fail_again(String mutant) {
        assertThat(new Replay().apply(KnownRuns.of(mutant))).isEmpty();
    }

    /** Otherwise it would stay green for ever, because the world it was found in is another by now. */
    @ParameterizedTest
    @MethodSource("known")
    void with_its_defect_put_back_it_still_fails(String mutant) {
        Prey prey = new Prey(Catalogue.byId(mutant), folder.resolve("replay"));

        String violation = prey.callWithDefect(Replay.class, KnownRuns.of(mutant));

        assertThat(violation)
                .as(() -> "put this in its place:\n" + anotherRun(mutant))
                .isNotEmpty();
    }

    private String anotherRun(String mutant) {
        String near = new Prey(Catalogue.byId(mutant), folder.resolve("variation"))
                .callWithDefect(Variation.class, KnownRuns.of(mutant));
        if (!near.isEmpty()) {
            return near;
        }
        Trophy trophy = new Prey(Catalogue.byId(mutant), folder.resolve("hunt")).hunt();
        return trophy.killer().startsWith("seed ")
                ? new Prey(Catalogue.byId(mutant), folder.resolve("reduction"))
                        .callWithDefect(Reduction.class, trophy.killer().substring(5))
                : "nothing: found by " + trophy.killer();
    }
}
