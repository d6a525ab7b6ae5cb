package dev.redlock.simulation;

import dev.redlock.simulation.check.Violation;
import dev.redlock.simulation.exhaustive.TokenSearch;
import dev.redlock.simulation.plan.Swarm;
import dev.redlock.simulation.world.World;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Looks for a defect. See {@link Prey#callWithDefect}. */
public final class Hunt implements UnaryOperator<String> {
    /** Seeds that were the first to find one of the defects, counted from 1 on. Every build tries these before all others. */
    private static final List<Long> PROVEN = List.of(5L, 15L, 27L, 38L, 57L, 69L, 88L, 112L, 143L, 222L, 1262L);

    private static final long MOST_SEEDS = 10_000;
    private static final boolean IS_LONG =
            !System.getProperty("simulation.minutes", "").isEmpty();

    /** Returns how the defect was found, after how many seeds or states and as what, or an empty text. */
    @Override
    public String apply(String unused) {
        List<Long> all = LongStream.rangeClosed(1, MOST_SEEDS).boxed().toList();
        return trySeeds(IS_LONG ? all : PROVEN)
                .or(Hunt::tryKnownRuns)
                .or(() -> search(Scopes.QUICK.get(0)))
                .or(() -> search(Scopes.QUICK.get(1)))
                .or(() -> search(Scopes.REPEATING))
                .or(() -> trySeeds(all))
                .orElse("");
    }

    private static Optional<String> trySeeds(List<Long> seeds) {
        int tried = 0;
        for (long seed : seeds) {
            tried++;
            Optional<Violation> violation = World.run(Swarm.draw(seed)).violation();
            if (violation.isPresent()) {
                return Optional.of("seed " + seed + "\t" + tried + "\t" + violation.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> tryKnownRuns() {
        int tried = 0;
        for (String known : KnownRuns.ALL) {
            tried++;
            String violation = new Replay().apply(KnownRuns.of(known));
            if (!violation.isEmpty()) {
                return Optional.of("the run kept for " + known + "\t" + tried + "\t" + violation);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> search(TokenSearch.Scope scope) {
        TokenSearch.Result result = TokenSearch.of(scope);
        return result.story()
                .map(story -> "state " + result.worlds() + " of " + scope.title() + "\t" + result.worlds() + "\t"
                        + String.join("; ", story));
    }
}
