package dev.redlock.simulation;

import dev.redlock.simulation.plan.PlanText;
import java.util.function.UnaryOperator;

/** Makes a seed that fails as small as it gets, and returns it as text to be kept. See {@link Prey#callWithDefect}. */
public final class Reduction implements UnaryOperator<String> {
    @Override
    public String apply(String seed) {
        return PlanText.write(Shrinker.shrink(Long.parseLong(seed)).plan());
    }
}
