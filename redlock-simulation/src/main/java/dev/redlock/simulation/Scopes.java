package dev.redlock.simulation;

import dev.redlock.simulation.exhaustive.TokenSearch.Peril;
import dev.redlock.simulation.exhaustive.TokenSearch.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The small worlds that are searched. */
public final class Scopes {
    private static final int ALL = 100_000_000;
    private static final boolean IS_LONG =
            !System.getProperty("simulation.minutes", "").isEmpty();
    private static final int BOUND = IS_LONG ? 20_000_000 : 2_000_000;
    private static final Set<Peril> LOSS = Set.of(Peril.LOSS);
    private static final List<Long> IN_STEP = List.of(0L, 0L, 0L);
    private static final List<Long> OUT_OF_STEP = List.of(0L, 1L, 2L);

    /** Small enough to look for a defect in. */
    static final List<Scope> QUICK = List.of(
            new Scope("two acquisitions, nodes in step", 2, IN_STEP, 0, LOSS, ALL),
            new Scope("two acquisitions, nodes out of step", 2, OUT_OF_STEP, 0, LOSS, ALL));

    static final List<Scope> GATED = List.of(
            new Scope("two acquisitions, one asks a node first, nodes out of step", 2, OUT_OF_STEP, 0, 1, LOSS, ALL),
            new Scope("two acquisitions, both ask a node first, nodes out of step", 2, OUT_OF_STEP, 0, 2, LOSS, ALL));

    static final Scope FORGETTING =
            new Scope("two acquisitions, one node wiped, one rotated", 2, IN_STEP, 0, EnumSet.allOf(Peril.class), ALL);

    static final Scope REPEATING =
            new Scope("two acquisitions, a request of the first carried out twice", 2, IN_STEP, 1, LOSS, ALL);

    /** A minute's work, and more than every build needs. */
    static final Scope REPEATING_ALL =
            new Scope("two acquisitions, a request of each carried out twice", 2, IN_STEP, 2, LOSS, ALL);

    /**
     * Too large to be searched to the end. Nothing is lost here but by being late: what a broken connection, a timeout or a
     * crash adds is a contender that hears less, and no world in which more of them win, as the others show.
     */
    static final List<Scope> THREE = List.of(
            new Scope("three acquisitions, nodes in step", 3, IN_STEP, 0, Set.of(), BOUND),
            new Scope("three acquisitions, nodes out of step", 3, OUT_OF_STEP, 0, Set.of(), BOUND));

    private Scopes() {}
}
