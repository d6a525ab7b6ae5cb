package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Testimony;
import dev.redlock.chaos.history.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** What the three nodes of a tale say of it, as it should be and with one thing changed. */
final class Nodes {
    private static final int QUORUM = 2;
    private static final List<String> ALL = List.of("node-1", "node-2", "node-3");

    private Nodes() {}

    /** Everybody who believes has a majority, if sometimes of nodes that have forgotten it or could not be seen. */
    static Testimony thatAgree(History history, Random random) {
        List<Vote> votes = new ArrayList<>();
        for (Hold hold : Hold.of(history)) {
            for (Vote vote : votesFor(hold, random)) {
                votes.add(random.nextInt(20) == 0 ? Vote.unseen(vote.node(), vote.from(), vote.promisedUntil()) : vote);
            }
        }
        return Testimony.of(votes);
    }

    private static List<Vote> votesFor(Hold hold, Random random) {
        List<Vote> votes = new ArrayList<>();
        if (hold.spans().isEmpty()) {
            return votes;
        }
        long from = from(hold);
        long until = until(hold);
        int first = random.nextInt(ALL.size());
        int size = QUORUM + random.nextInt(ALL.size() - QUORUM + 1);
        for (int at = 0; at < size; at++) {
            String node = ALL.get((first + at) % ALL.size());
            long end = random.nextInt(10) == 0 ? from + random.nextLong(until - from) : until;
            votes.add(new Vote(node, hold.resource(), holder(hold), token(hold), from, end, until));
        }
        return votes;
    }

    private static String holder(Hold hold) {
        return hold.client() + "-" + hold.id();
    }

    private static long token(Hold hold) {
        return hold.spans().get(0).token();
    }

    private static long from(Hold hold) {
        return hold.spans().stream().mapToLong(Hold.Span::from).min().orElseThrow();
    }

    private static long until(Hold hold) {
        return hold.spans().stream().mapToLong(Hold.Span::until).max().orElseThrow();
    }

    /** This holder has a bare majority, of which one vote is changed; and every node was seen all the time. */
    static Story withOneVoteOf(Story story, Hold hold, UnaryOperator<Vote> change) {
        List<Vote> votes = new ArrayList<>(others(story, hold));
        votes.add(plain(ALL.get(0), holder(hold), hold));
        votes.add(change.apply(plain(ALL.get(1), holder(hold), hold)));
        return story.facts(facts -> facts.withTestimony(Testimony.of(votes)));
    }

    /** Somebody else gets a majority a nanosecond before the belief of this holder ends. */
    static Story withThief(Story story, Hold hold) {
        List<Vote> votes = new ArrayList<>(others(story, hold));
        ALL.forEach(node -> votes.add(plain(node, holder(hold), hold)));
        long at = until(hold) - 1;
        for (String node : ALL.subList(0, QUORUM)) {
            votes.add(new Vote(node, hold.resource(), "thief", 0, at, at + 1, at + 1));
        }
        return story.facts(facts -> facts.withTestimony(Testimony.of(votes)));
    }

    private static Vote plain(String node, String holder, Hold hold) {
        return new Vote(node, hold.resource(), holder, token(hold), from(hold), until(hold), until(hold));
    }

    private static List<Vote> others(Story story, Hold hold) {
        return story.history().facts().testimony().votes().stream()
                .filter(vote -> !vote.isUnseen() && !vote.holder().equals(holder(hold)))
                .toList();
    }

    static Vote endingAt(Vote vote, long end) {
        return new Vote(vote.node(), vote.resource(), vote.holder(), vote.token(), vote.from(), end, end);
    }

    static Vote beginningAt(Vote vote, long begin) {
        return new Vote(
                vote.node(), vote.resource(), vote.holder(), vote.token(), begin, vote.until(), vote.promisedUntil());
    }
}
