package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.mutants.Catalogue;
import dev.redlock.mutants.Mutant;
import dev.redlock.mutants.Mutant.Ground;
import dev.redlock.mutants.MutantCompiler;
import dev.redlock.mutants.MutantLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the simulator cannot show, because it has one thread. Small parts are left to Lincheck; calls and leases, for which it
 * takes minutes, to {@link Interleavings}.
 */
class ThreadsTest {
    private static final Map<String, Class<? extends Runnable>> FOUND_BY = Map.of(
            "M40", MailboxUnderLincheck.class,
            "M48", QueueUnderLincheck.class,
            "M49", CallRaces.class,
            "M50", LeaseRaces.class);

    @TempDir
    Path folder;

    static List<Class<? extends Runnable>> all() {
        return List.copyOf(FOUND_BY.values());
    }

    static List<String> defects() {
        return Catalogue.all().stream()
                .filter(mutant -> mutant.ground() == Ground.THREADS)
                .map(Mutant::id)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("all")
    void no_order_of_threads_breaks_anything(Class<? extends Runnable> scenario) throws Exception {
        Runnable sound = scenario.getDeclaredConstructor().newInstance();

        assertThatCode(sound::run).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void with_a_defect_some_order_does(String mutant) throws Exception {
        Path classes = MutantCompiler.ofThisBuild().compile(Catalogue.byId(mutant), folder);
        try (MutantLoader loader = new MutantLoader(classes)) {
            Runnable broken = (Runnable) loader.loadClass(
                            Objects.requireNonNull(FOUND_BY.get(mutant)).getName())
                    .getDeclaredConstructor()
                    .newInstance();

            assertThatThrownBy(broken::run).isInstanceOfAny(LincheckAssertionError.class, IllegalStateException.class);
        }
    }
}
