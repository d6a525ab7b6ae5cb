package dev.redlock.simulation;

import dev.redlock.simulation.exhaustive.TokenSearch.Scope;
import java.util.List;

/** The small worlds that are searched. */
public final class Scopes {
    private static final int ALL = 100_000_000;
    private static final int BOUND = 2_000_000;
    private static final List<Long> IN_STEP = List.of(0L, 0L, 0L);
    private static final List<Long> OUT_OF_STEP = List.of(0L, 1L, 2L);

    /** Small enough to look for a defect in. */
    static final List<Scope> QUICK = List.of(
            new Scope("two acquisitions, nodes in step", 2, IN_STEP, 0, false, ALL),
            new Scope("two acquisitions, nodes out of step", 2, OUT_OF_STEP, 0, false, ALL));

    static final Scope FORGETTING =
            new Scope("two acquisitions, one node wiped, one rotated", 2, IN_STEP, 0, true, ALL);

    static final Scope REPEATING =
            new Scope("two acquisitions, a request of the first carried out twice", 2, IN_STEP, 1, false, ALL);

    /** A minute's work, and more than every build needs. */
    static final Scope REPEATING_ALL =
            new Scope("two acquisitions, a request of each carried out twice", 2, IN_STEP, 2, false, ALL);

    /** Too large to be searched to the end. */
    static final Scope THREE = new Scope("three acquisitions", 3, IN_STEP, 0, false, BOUND);

    private Scopes() {}
}
