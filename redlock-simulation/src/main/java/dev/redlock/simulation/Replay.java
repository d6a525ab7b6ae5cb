package dev.redlock.simulation;

import dev.redlock.simulation.check.Violation;
import dev.redlock.simulation.plan.PlanText;
import dev.redlock.simulation.world.World;
import java.util.function.UnaryOperator;

/** Runs a plan that was written down, and returns what it breaks, or an empty text. See {@link Prey#callWithDefect}. */
public final class Replay implements UnaryOperator<String> {
    @Override
    public String apply(String plan) {
        return World.run(PlanText.read(plan))
                .violation()
                .map(Violation::toString)
                .orElse("");
    }
}
