package dev.redlock.simulation;

import dev.redlock.simulation.plan.PlanText;
import dev.redlock.simulation.world.World;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Looks for a run that shows a defect near one that did: the same plan with another seed, and then with faults a little earlier
 * or later, and shorter or longer. Returns it as text, or an empty text. See {@link Prey#callWithDefect}.
 */
public final class Variation implements UnaryOperator<String> {
    private static final int TRIES = 5_000;
    private static final int SEEDS_ONLY = 300;
    private static final double[] SPREADS = {0.02, 0.1, 0.3};

    @Override
    public String apply(String plan) {
        for (int seed = 0; seed < TRIES; seed++) {
            String varied = vary(plan, seed);
            if (World.run(PlanText.read(varied)).violation().isPresent()) {
                return varied;
            }
        }
        return "";
    }

    private static String vary(String plan, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double spread = seed < SEEDS_ONLY ? 0 : SPREADS[seed % SPREADS.length];
        StringBuilder varied = new StringBuilder();
        plan.lines().forEach(line -> {
            String[] words = line.split(" ", -1);
            if (words[0].equals("seed")) {
                words[1] = Integer.toString(seed);
            } else if (words[0].equals("fault")) {
                words[1] = shifted(words[1], spread, random);
                words[5] = shifted(words[5], spread, random);
            }
            varied.append(String.join(" ", words)).append('\n');
        });
        return varied.toString();
    }

    private static String shifted(String nanos, double spread, SplittableRandom random) {
        return Long.toString((long) (Long.parseLong(nanos) * (1 + spread * (2 * random.nextDouble() - 1))));
    }
}
