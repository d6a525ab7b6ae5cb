package dev.redlock.simulation;

import dev.redlock.simulation.check.Violation;
import dev.redlock.simulation.exhaustive.TokenSearch;
import dev.redlock.simulation.plan.Swarm;
import dev.redlock.simulation.world.World;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks for a defect. It is loaded together with the broken code, and called from outside by its name; so it takes and gives
 * nothing but what the JDK knows.
 */
public final class Hunt implements Supplier<String> {
    private static final long FIRST_SEEDS = 500;
    private static final long MOST_SEEDS = 10_000;

    /** Returns how the defect was found, after how many seeds or states and as what, or an empty text. */
    @Override
    public String get() {
        return trySeeds(1, FIRST_SEEDS)
                .or(() -> search(Scopes.QUICK.get(0)))
                .or(() -> search(Scopes.QUICK.get(1)))
                .or(() -> search(Scopes.REPEATING))
                .or(() -> trySeeds(FIRST_SEEDS + 1, MOST_SEEDS))
                .orElse("");
    }

    private static Optional<String> trySeeds(long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            Optional<Violation> violation = World.run(Swarm.draw(seed)).violation();
            if (violation.isPresent()) {
                return Optional.of("seed " + seed + "\t" + seed + "\t" + violation.get());
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
