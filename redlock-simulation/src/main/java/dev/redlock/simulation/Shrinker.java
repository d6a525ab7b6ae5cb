package dev.redlock.simulation;

import dev.redlock.simulation.check.Property;
import dev.redlock.simulation.plan.ClientPlan;
import dev.redlock.simulation.plan.Fault;
import dev.redlock.simulation.plan.Plan;
import dev.redlock.simulation.plan.PlanText;
import dev.redlock.simulation.plan.Swarm;
import dev.redlock.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/** Leaves out what a failure does not need: later time, faults, clients and names, as long as the same thing still fails. */
public final class Shrinker {
    private final Property property;
    private Plan plan;

    /** A failure that is as small as it gets, and what happens in it. */
    public record Shrunk(Plan plan, List<String> trace) {
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("seed " + plan.seed() + ", shrunk to " + plan.nodes() + " nodes, "
                    + plan.clients().size() + " clients and " + plan.faults().size() + " faults; -Dseed=" + plan.seed()
                    + " replays it\n");
            text.append(PlanText.write(plan)).append('\n');
            trace.forEach(line -> text.append(line).append('\n'));
            return text.toString();
        }
    }

    private Shrinker(Plan plan, Property property) {
        this.plan = plan;
        this.property = property;
    }

    public static Shrunk shrink(long seed) {
        Plan whole = Swarm.draw(seed);
        World.Outcome outcome = World.run(whole);
        Plan smallest = outcome.violation()
                .map(violation -> new Shrinker(whole, violation.property()).smallest(violation.atNanos()))
                .orElse(whole);
        List<String> trace = new ArrayList<>();
        World.run(smallest, trace);
        return new Shrunk(smallest, trace);
    }

    private Plan smallest(long failedAt) {
        tryPlan(plan.withEnd(Math.min(plan.end(), failedAt + 1)));
        tryPlan(plan.withNames(1));
        for (int last = plan.clients().size() - 1; last > 0; last--) {
            dropClientsFrom(last);
        }
        for (int size = plan.faults().size(); size > 0; size /= 2) {
            dropFaults(size);
        }
        return plan;
    }

    /** Only from the end, because clients are known by their number. */
    private void dropClientsFrom(int index) {
        if (index < plan.clients().size()) {
            List<ClientPlan> fewer = plan.clients().subList(0, index);
            List<Fault> left = plan.faults().stream()
                    .filter(fault -> fault.client() < index)
                    .toList();
            tryPlan(plan.withFaults(left).withClients(fewer));
        }
    }

    private void dropFaults(int size) {
        for (int from = plan.faults().size() - size; from >= 0; from -= size) {
            List<Fault> fewer = new ArrayList<>(plan.faults());
            fewer.subList(from, from + size).clear();
            tryPlan(plan.withFaults(fewer));
        }
    }

    private void tryPlan(Plan smaller) {
        boolean stillFails = World.run(smaller)
                .violation()
                .filter(violation -> violation.property() == property)
                .isPresent();
        if (stillFails) {
            plan = smaller;
        }
    }
}
