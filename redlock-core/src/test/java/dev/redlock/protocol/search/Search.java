package dev.redlock.protocol.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Visits every world that can come of a beginning, nearest first: the first bad one has the shortest story. */
final class Search {
    private final long proposal;
    private final Flaw flaw;
    private final Map<World, Arrival> arrivals = new HashMap<>();
    private final Map<Contender, Contender> contenders = new HashMap<>();
    private final Queue<World> toVisit = new ArrayDeque<>();
    private long bothWon;
    private @Nullable World unsafe;

    private record Arrival(@Nullable World from, String who, String event, int node) {}

    /**
     * @param bothWon in how many worlds there were two winners; a search without any has shown nothing
     * @param story how two winners came to tokens that break the promise, if they ever did
     */
    record Result(long worlds, long bothWon, Optional<List<String>> story) {}

    private Search(long proposal, Flaw flaw) {
        this.proposal = proposal;
        this.flaw = flaw;
    }

    static Result of(World beginning, long proposal, Flaw flaw) {
        return new Search(proposal, flaw).run(beginning);
    }

    private Result run(World beginning) {
        arrive(null, beginning, "", "", World.NO_NODE);
        World world = toVisit.poll();
        while (world != null && unsafe == null) {
            World from = world;
            world.successors(proposal, flaw, (next, who, event, node) -> arrive(from, next, who, event, node));
            world = toVisit.poll();
        }
        return new Result(arrivals.size(), bothWon, Optional.ofNullable(unsafe).map(this::storyOf));
    }

    private void arrive(@Nullable World from, World next, String who, String event, int node) {
        World world = next.sharing(contenders);
        if (world.isSettled() || arrivals.containsKey(world)) {
            return;
        }
        arrivals.put(world, new Arrival(from, who, event, node));
        toVisit.add(world);
        bothWon += world.haveAllWon() ? 1 : 0;
        if (unsafe == null && !world.isSafe()) {
            unsafe = world;
        }
    }

    private List<String> storyOf(World end) {
        List<String> story = new ArrayList<>();
        for (World world = end; world != null; ) {
            Arrival arrival = Objects.requireNonNull(arrivals.get(world));
            String place = arrival.node() == World.NO_NODE ? "" : " at node " + arrival.node();
            story.add(arrival.who() + " " + arrival.event() + place);
            world = arrival.from();
        }
        story.remove(story.size() - 1);
        Collections.reverse(story);
        return story;
    }
}
