package dev.redlock.simulation.exhaustive;

import dev.redlock.simulation.exhaustive.Contender.Link;
import dev.redlock.simulation.exhaustive.Contender.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Visits every world that can come of a beginning. Those with most winners come first, because only winners can break the
 * promise; among them the nearest, so that a bad one has a short story.
 */
public final class TokenSearch {
    private static final int BITS = 20;
    private static final long MASK = (1L << BITS) - 1;
    private static final int WIPED = 1;
    private static final int ROTATED = 2;

    private final Scope scope;
    private final NodeStates nodes = new NodeStates();
    private final ContenderStates contenders;
    private final Worlds worlds = new Worlds();
    private long allWon;
    private int unsafe = Worlds.NONE;

    private final Frontier frontier;
    private final int[] node = new int[3];
    private final int[] contender;
    private int flags;
    private int from;

    /**
     * How much is tried.
     *
     * @param lastValues by node, what it has given before
     * @param repeats of how many contenders the network carries out a request twice
     * @param gated how many contenders know of rivals and ask one node before the others
     * @param mostWorlds after which the search is given up
     */
    public record Scope(
            String title,
            int acquisitions,
            List<Long> lastValues,
            int repeats,
            int gated,
            Set<Peril> perils,
            int mostWorlds) {

        /** Everybody asks all nodes at once. */
        public Scope(
                String title, int acquisitions, List<Long> lastValues, int repeats, Set<Peril> perils, int mostWorlds) {
            this(title, acquisitions, lastValues, repeats, 0, perils, mostWorlds);
        }
    }

    /** What may go wrong besides late delivery and votes that end at any moment. */
    public enum Peril {
        /** Connections break, rounds time out and clients crash. */
        LOSS,
        /** A node is wiped and admitted again, and one drops its entries. */
        FORGETTING
    }

    /**
     * What was found.
     *
     * @param allWon in how many worlds everybody had won; a search without any has shown nothing
     * @param isComplete whether nothing was left out
     * @param story how winners came to tokens that break the promise, if they ever did
     */
    public record Result(Scope scope, long worlds, long allWon, boolean isComplete, Optional<List<String>> story) {}

    private TokenSearch(Scope scope) {
        this.scope = scope;
        this.contenders = new ContenderStates(nodes, scope.gated());
        this.contender = new int[scope.acquisitions()];
        this.frontier = new Frontier(scope.acquisitions());
    }

    public static Result of(Scope scope) {
        return new TokenSearch(scope).run();
    }

    private Result run() {
        for (int index = 0; index < node.length; index++) {
            node[index] = nodes.admitted(scope.lastValues().get(index));
        }
        for (int index = 0; index < contender.length; index++) {
            contender[index] = contenders.waiting(index, node.length, index < scope.repeats());
        }
        from = Worlds.NONE;
        arrive(What.STARTS, 0, 0);
        while (!frontier.isEmpty() && unsafe == Worlds.NONE && worlds.size() < scope.mostWorlds()) {
            visit(frontier.next());
        }
        boolean isComplete = frontier.isEmpty();
        Optional<List<String>> story = unsafe == Worlds.NONE ? Optional.empty() : Optional.of(storyOf(unsafe));
        return new Result(scope, worlds.size(), allWon, isComplete, story);
    }

    private void visit(int index) {
        unpack(index);
        from = index;
        for (int who = 0; who < contender.length; who++) {
            Contender state = contenders.get(contender[who]);
            if (state.phase() == Phase.WAITING) {
                if (isTurnOf(who)) {
                    become(who, contenders.starts(contender[who], largestToken()), What.STARTS, 0);
                }
                continue;
            }
            for (int at = 0; at < node.length; at++) {
                visitLink(who, state, at);
            }
            if (state.phase() == Phase.TRYING && scope.perils().contains(Peril.LOSS)) {
                become(who, contenders.timesOut(contender[who]), What.TIMES_OUT, 0);
                become(who, contenders.crashes(contender[who]), What.CRASHES, 0);
            }
        }
        if (scope.perils().contains(Peril.FORGETTING)) {
            forget();
        }
    }

    private void visitLink(int who, Contender state, int at) {
        Link link = state.links().get(at);
        if (link.awaitsNode()) {
            serve(who, at, link.request(), What.IS_SERVED);
            if (state.mayRepeat()) {
                serve(who, at, link.request(), What.IS_SERVED_AND_WILL_BE_AGAIN);
            }
        }
        if (link.copy() != Link.NONE) {
            serve(who, at, link.copy(), What.IS_SERVED_ONCE_MORE);
        }
        if (state.phase() == Phase.TRYING && link.heard()) {
            if (link.reply() != Link.NONE) {
                become(who, contenders.hears(contender[who], at), What.HEARS, at);
            }
            if (scope.perils().contains(Peril.LOSS)) {
                become(who, contenders.disconnects(contender[who], at), What.IS_DISCONNECTED, at);
            }
        }
    }

    /** That a vote has ended shows only when the node is asked next, so that is when it ends. */
    private void serve(int who, int at, int request, What what) {
        int before = node[at];
        serveNow(who, at, request, what);
        int expired = nodes.after(before, NodeStates.Event.EXPIRE);
        if (expired != before && what != What.IS_SERVED_AND_WILL_BE_AGAIN) {
            boolean isCopy = what == What.IS_SERVED_ONCE_MORE;
            node[at] = expired;
            serveNow(
                    who,
                    at,
                    request,
                    isCopy
                            ? What.IS_SERVED_ONCE_MORE_AFTER_THE_VOTE_HAS_ENDED
                            : What.IS_SERVED_AFTER_THE_VOTE_HAS_ENDED);
        }
        node[at] = before;
    }

    private void serveNow(int who, int at, int request, What what) {
        int before = node[at];
        node[at] = nodes.after(before, request);
        int answer = nodes.answer(before, request);
        boolean isCopy = what == What.IS_SERVED_ONCE_MORE || what == What.IS_SERVED_ONCE_MORE_AFTER_THE_VOTE_HAS_ENDED;
        int next = isCopy
                ? contenders.copyServed(contender[who], at)
                : contenders.served(contender[who], at, answer, what == What.IS_SERVED_AND_WILL_BE_AGAIN);
        become(who, next, what, at);
        node[at] = before;
    }

    /** The nodes are alike, so it does not matter which one is wiped, nor which of the other two is rotated. */
    private void forget() {
        change(0, NodeStates.Event.WIPE, WIPED, What.WIPE_OF);
        change(0, NodeStates.Event.ROTATE, ROTATED, What.ROTATION_OF);
        change(1, NodeStates.Event.ROTATE, ROTATED, What.ROTATION_OF);
        if ((flags & WIPED) != 0) {
            change(0, NodeStates.Event.ADMIT, 0, What.READMISSION_OF);
        }
    }

    /** Each of these happens to one node at most once; only a node that was wiped can be admitted again. */
    private void change(int at, NodeStates.Event event, int flag, What what) {
        int before = node[at];
        int flagsBefore = flags;
        if ((flags & flag) == 0) {
            node[at] = nodes.after(before, event);
            flags |= flag;
            arrive(what, 0, at);
            node[at] = before;
            flags = flagsBefore;
        }
    }

    private void become(int who, int next, What what, int at) {
        int before = contender[who];
        contender[who] = next;
        arrive(what, who, at);
        contender[who] = before;
    }

    private void arrive(What what, int who, int at) {
        int event = (what.code() * contender.length + who) * node.length + at;
        if (worlds.add(packNodes(), packContenders(), from, event)) {
            frontier.add(worlds.size() - 1, judge());
        }
    }

    /** Returns how many have won. */
    private int judge() {
        int winners = 0;
        boolean isSafe = true;
        for (int one = 0; one < contender.length; one++) {
            Contender winner = contenders.get(contender[one]);
            if (winner.phase() == Phase.WON) {
                winners++;
                isSafe &= winner.token() > winner.mustExceed();
                for (int other = 0; other < one; other++) {
                    isSafe &= contenders.get(contender[other]).token() != winner.token();
                }
            }
        }
        allWon += winners == contender.length ? 1 : 0;
        if (!isSafe && unsafe == Worlds.NONE) {
            unsafe = worlds.size() - 1;
        }
        return winners;
    }

    /** Contenders differ in nothing but their names, so it does not matter who comes first. */
    private boolean isTurnOf(int who) {
        return who == 0 || contenders.get(contender[who - 1]).phase() != Phase.WAITING;
    }

    private long largestToken() {
        long largest = 0;
        for (int state : contender) {
            largest = Math.max(largest, contenders.get(state).token());
        }
        return largest;
    }

    private long packNodes() {
        long packed = flags;
        for (int state : node) {
            packed = packed << BITS | state;
        }
        return packed;
    }

    private long packContenders() {
        long packed = 0;
        for (int state : contender) {
            if (state > MASK) {
                throw new IllegalStateException("more states than fit: " + state);
            }
            packed = packed << BITS | state;
        }
        return packed;
    }

    private void unpack(int index) {
        long packed = worlds.nodes(index);
        for (int at = node.length - 1; at >= 0; at--) {
            node[at] = (int) (packed & MASK);
            packed >>>= BITS;
        }
        flags = (int) packed;
        packed = worlds.contenders(index);
        for (int who = contender.length - 1; who >= 0; who--) {
            contender[who] = (int) (packed & MASK);
            packed >>>= BITS;
        }
    }

    private List<String> storyOf(int end) {
        List<String> story = new ArrayList<>();
        for (int world = end; worlds.from(world) != Worlds.NONE; world = worlds.from(world)) {
            int event = worlds.event(world);
            int at = event % node.length;
            int who = event / node.length % contender.length;
            What what = What.of(event / node.length / contender.length);
            story.add(what.inWords((char) ('A' + who), at));
        }
        Collections.reverse(story);
        return story;
    }
}
