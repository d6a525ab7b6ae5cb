package dev.redlock.simulation.exhaustive;

import dev.redlock.node.Claim;
import dev.redlock.protocol.AcquireRound;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition, from before its start to after its end, with all that it has under way.
 *
 * @param round null before the start and after the end
 * @param token what it won; 0 if it has not
 * @param mustExceed the largest token that had been won when it started
 * @param mayRepeat whether the network has not yet carried out one of its requests twice
 */
record Contender(
        int index,
        Phase phase,
        @Nullable AcquireRound round,
        long token,
        long mustExceed,
        boolean mayRepeat,
        List<Link> links) {

    static final Duration TTL = Duration.ofSeconds(1);

    /** Time stands still, so that no lease is ever too late. */
    static final Tick NOW = new Tick(0);

    private static final LeaseTerms TERMS = new LeaseTerms(TTL, Duration.ZERO, Duration.ZERO, TTL);

    enum Phase {
        WAITING,
        TRYING,
        WON,
        LOST
    }

    /**
     * The way to one node and back. There is never more than one message on it besides a copy, because a round asks a node
     * to store only after it has voted.
     *
     * @param request on its way, or waiting for its reply; -1 if there is none
     * @param reply on its way back; -1 if there is none
     * @param heard whether somebody waits for the reply; a request that nobody waits for may still be carried out
     * @param copy a request that will be carried out once more; -1 if there is none
     */
    record Link(int request, int reply, boolean heard, int copy) {
        static final int NONE = -1;
        static final Link IDLE = new Link(NONE, NONE, false, NONE);

        boolean awaitsNode() {
            return request != NONE && reply == NONE;
        }

        Link sent(int next) {
            return new Link(next, NONE, true, copy);
        }

        Link answered(int answer, boolean again) {
            int left = again ? request : copy;
            return heard ? new Link(request, answer, true, left) : new Link(NONE, NONE, false, left);
        }

        Link received() {
            return new Link(NONE, NONE, false, copy);
        }

        Link copyServed() {
            return new Link(request, reply, heard, NONE);
        }

        /** An answer that has been given is lost; a request on its way is not. */
        Link abandoned() {
            return awaitsNode() ? new Link(request, NONE, false, copy) : received();
        }
    }

    static Contender waiting(int index, int nodes, boolean mayRepeat) {
        List<Link> links = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            links.add(Link.IDLE);
        }
        return new Contender(index, Phase.WAITING, null, 0, 0, mayRepeat, List.copyOf(links));
    }

    static Claim stranger() {
        return claim("s");
    }

    private static Claim claim(String name) {
        return new Claim(List.of(NodeStates.NAME), name.repeat(Claim.HOLDER_LENGTH), name);
    }

    Ballot ballot() {
        return new Ballot(links.size(), claim(name()), TERMS);
    }

    String name() {
        return String.valueOf((char) ('A' + index));
    }

    Contender starting(long largestTokenYet) {
        return new Contender(index, Phase.TRYING, null, 0, largestTokenYet, mayRepeat, links);
    }

    Contender withRound(AcquireRound next, List<Link> nextLinks) {
        return new Contender(index, phase, next, 0, mustExceed, mayRepeat, List.copyOf(nextLinks));
    }

    Contender withLink(int node, Link link, boolean stillMayRepeat) {
        List<Link> next = new ArrayList<>(links);
        next.set(node, link);
        return new Contender(index, phase, round, token, mustExceed, stillMayRepeat, List.copyOf(next));
    }

    /** @param won the token; 0 if none */
    Contender over(long won) {
        List<Link> left = links.stream().map(Link::abandoned).toList();
        return new Contender(index, won > 0 ? Phase.WON : Phase.LOST, null, won, mustExceed, false, left);
    }
}
