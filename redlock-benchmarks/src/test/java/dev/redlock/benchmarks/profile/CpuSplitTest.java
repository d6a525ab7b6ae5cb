package dev.redlock.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How processor time is divided. */
class CpuSplitTest {
    private static final Usage BEFORE = new Usage(
            time(1000, 500),
            Map.of(1L, thread("lettuce-nioEven", 100, 50), 2L, thread("redlock-timer", 10, 0)),
            Optional.of(time(300, 300)));

    @Test
    void each_part_has_what_its_threads_used_since_then() {
        Usage after = new Usage(
                time(2000, 900),
                Map.of(
                        1L, thread("lettuce-nioEven", 300, 150),
                        2L, thread("redlock-timer", 15, 0),
                        3L, thread("C2 CompilerThre", 70, 0),
                        4L, thread("GC Thread#0", 20, 1)),
                Optional.of(time(700, 900)));

        assertThat(CpuSplit.between(BEFORE, after, time(400, 200)))
                .containsOnly(
                        entry(Part.CALLERS, time(400, 200)),
                        entry(Part.EVENT_LOOP, time(200, 100)),
                        entry(Part.TIMER, time(5, 0)),
                        entry(Part.JIT, time(70, 0)),
                        entry(Part.GC, time(20, 1)),
                        entry(Part.REST, time(305, 99)),
                        entry(Part.NODES, time(400, 600)));
    }

    @Test
    void the_rest_is_never_less_than_nothing() {
        Usage after = new Usage(time(1001, 500), BEFORE.threads(), BEFORE.nodes());

        assertThat(CpuSplit.between(BEFORE, after, time(3, 3))).containsEntry(Part.REST, CpuTime.NONE);
    }

    @Test
    void nodes_that_nobody_can_see_are_left_out() {
        Usage blind = new Usage(time(0, 0), Map.of(), Optional.empty());

        assertThat(CpuSplit.between(blind, blind, CpuTime.NONE)).doesNotContainKey(Part.NODES);
    }

    @Test
    void a_figure_is_per_cycle_and_whoever_used_nothing_has_none() {
        Map<Part, CpuTime> split =
                Map.of(Part.NODES, time(4000, 6000), Part.GC, time(1000, 1000), Part.JIT, time(0, 0));

        assertThat(CpuSplit.perCycle(split, 2))
                .containsOnly(
                        entry("all Redis nodes: own code", 2.0),
                        entry("all Redis nodes: system calls", 3.0),
                        entry("garbage collector, safepoints", 1.0));
    }

    @Test
    void the_name_of_a_thread_may_have_spaces_and_parentheses() {
        String stat = "4711 (C2 (a) b) S 1 2 3 4 5 6 7 8 9 10 123 45 0 0 20 0 1 0 999\n";

        assertThat(ThreadTime.parse(stat)).isEqualTo(new ThreadTime("C2 (a) b", time(1_230_000_000L, 450_000_000L)));
    }

    private static ThreadTime thread(String name, long user, long kernel) {
        return new ThreadTime(name, time(user, kernel));
    }

    private static CpuTime time(long user, long kernel) {
        return new CpuTime(user, kernel);
    }
}
