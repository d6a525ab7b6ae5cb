package dev.redlock.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Runs what several threads do, one after another, in every order; and in each order with every way in which one of them is
 * interrupted by another in the middle: wherever it reads the clock, sets a timer or sends a request. Who was interrupted goes
 * on when the other is through. Nothing is left to chance, and no thread is needed.
 */
final class Interleavings {
    private final List<Choice> path = new ArrayList<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private final int mostInterruptions;
    private int depth;
    private int interruptions;

    private static final class Choice {
        private final int options;
        private int chosen;

        private Choice(int options) {
            this.options = options;
        }
    }

    /** What is run: made anew for each order. */
    interface Scenario {
        /** What each of the threads does. */
        List<Runnable> threads();

        /** Throws if something is wrong in the end. */
        void check();
    }

    private Interleavings(int mostInterruptions) {
        this.mostInterruptions = mostInterruptions;
    }

    /**
     * Runs it in every way.
     *
     * @param scenario takes what is to be called where a thread may be interrupted
     * @return in how many ways it was run
     */
    static long of(Function<Runnable, Scenario> scenario, int mostInterruptions) {
        Interleavings all = new Interleavings(mostInterruptions);
        long runs = 0;
        do {
            all.runOnce(scenario);
            runs++;
        } while (all.isMore());
        return runs;
    }

    private void runOnce(Function<Runnable, Scenario> scenario) {
        depth = 0;
        interruptions = mostInterruptions;
        Scenario made = scenario.apply(this::mayBeInterrupted);
        waiting.addAll(made.threads());
        interruptions = 0;
        while (!waiting.isEmpty()) {
            waiting.remove(choose(waiting.size())).run();
        }
        interruptions = mostInterruptions;
        made.check();
    }

    private void mayBeInterrupted() {
        if (interruptions < mostInterruptions && !waiting.isEmpty()) {
            int who = choose(waiting.size() + 1) - 1;
            if (who >= 0) {
                interruptions++;
                waiting.remove(who).run();
            }
        }
    }

    private int choose(int options) {
        if (depth == path.size()) {
            path.add(new Choice(options));
        }
        Choice choice = path.get(depth++);
        if (choice.options != options) {
            throw new IllegalStateException("the same choices have led to something else");
        }
        return choice.chosen;
    }

    /** Turns to the next way; false if there is none. */
    private boolean isMore() {
        while (!path.isEmpty()) {
            Choice last = path.get(path.size() - 1);
            if (++last.chosen < last.options) {
                return true;
            }
            path.remove(path.size() - 1);
        }
        return false;
    }
}
