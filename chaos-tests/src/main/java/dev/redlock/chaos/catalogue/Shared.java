package dev.redlock.chaos.catalogue;

import dev.redlock.chaos.scenario.Stage;

/** Two majorities of five that have one node in common: nodes 1 to 3 for A, nodes 3 to 5 for B. A lock on one node has that. */
final class Shared {
    private Shared() {}

    static int node(Stage stage) {
        return stage.contestant().nodes() == 1 ? 1 : 3;
    }

    static int[] farFromA(Stage stage) {
        return stage.contestant().nodes() == 1 ? new int[0] : new int[] {4, 5};
    }

    static int[] farFromB(Stage stage) {
        return stage.contestant().nodes() == 1 ? new int[0] : new int[] {1, 2};
    }
}
