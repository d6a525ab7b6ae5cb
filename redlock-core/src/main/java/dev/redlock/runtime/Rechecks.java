package dev.redlock.runtime;

import dev.redlock.time.Tick;
import dev.redlock.time.Timers.Scheduled;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/** When to look at which node again. Used in the mailbox of the roster only. */
final class Rechecks {
    private final Environment environment;
    private final IntConsumer whenDue;
    private final Map<Integer, Planned> planned = new HashMap<>();

    private boolean ended;

    private record Planned(Tick due, Scheduled timer) {}

    /**
     * @param whenDue called by a timer, and to be answered with {@link #begun}
     */
    Rechecks(Environment environment, IntConsumer whenDue) {
        this.environment = environment;
        this.whenDue = whenDue;
    }

    /** The earlier of two wishes counts, so that nobody who keeps asking keeps it from happening. */
    void plan(int node, Duration delay) {
        Tick due = environment.ticker().now().plus(delay);
        Planned before = planned.get(node);
        if (!ended && (before == null || due.isBefore(before.due()))) {
            if (before != null) {
                before.timer().cancel();
            }
            planned.put(node, new Planned(due, environment.timers().schedule(delay, () -> whenDue.accept(node))));
        }
    }

    void begun(int node) {
        planned.remove(node);
    }

    /** Nothing is looked at any more. */
    void end() {
        ended = true;
        planned.values().forEach(plan -> plan.timer().cancel());
        planned.clear();
    }
}
