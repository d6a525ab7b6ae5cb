package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Vote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The votes of a run, by who had them. */
final class Ballots {
    /** How many votes there were, and when. */
    record Moment(int votes, long at) {}

    private record Key(String resource, String holder) {}

    private record Majority(String holder, long from, long until) {}

    private final int nodes;
    private final Inquiry inquiry;
    private final Map<Key, List<Vote>> byHolder = new HashMap<>();
    private final Map<String, Map<Long, Map<String, Set<String>>>> nodesByToken = new HashMap<>();
    private final Map<String, TreeMap<Long, Majority>> majorities = new HashMap<>();
    private final List<Vote> unseen = new ArrayList<>();
    private final Map<String, TreeMap<Long, Vote>> unseenByNode = new TreeMap<>();

    private Ballots(int nodes, Inquiry inquiry) {
        this.nodes = nodes;
        this.inquiry = inquiry;
    }

    static Ballots of(History history, Inquiry inquiry) {
        Ballots ballots = new Ballots(history.facts().setup().nodes().size(), inquiry);
        history.facts().testimony().votes().forEach(ballots::add);
        ballots.byHolder.forEach(ballots::findMajorities);
        ballots.mergeUnseen();
        return ballots;
    }

    /** So that no two of a node are there at once, and one can be found by when it began. */
    private void mergeUnseen() {
        for (Vote vote : inquiry.sorted(unseen, Comparator.comparingLong(Vote::from))) {
            TreeMap<Long, Vote> ofNode = unseenByNode.computeIfAbsent(vote.node(), unused -> new TreeMap<>());
            Map.Entry<Long, Vote> last = ofNode.lastEntry();
            boolean joined = last != null && vote.from() <= last.getValue().until();
            long from = joined ? last.getKey() : vote.from();
            long until = joined ? Math.max(last.getValue().until(), vote.until()) : vote.until();
            ofNode.put(from, Vote.unseen(vote.node(), from, until));
        }
    }

    private void add(Vote vote) {
        if (vote.isUnseen()) {
            unseen.add(vote);
            return;
        }
        byHolder.computeIfAbsent(new Key(vote.resource(), vote.holder()), unused -> new ArrayList<>())
                .add(vote);
        nodesByToken
                .computeIfAbsent(vote.resource(), unused -> new HashMap<>())
                .computeIfAbsent(vote.token(), unused -> new TreeMap<>())
                .computeIfAbsent(vote.holder(), unused -> new HashSet<>())
                .add(vote.node());
    }

    int nodes() {
        return nodes;
    }

    int quorum() {
        return nodes / 2 + 1;
    }

    /** Whom the nodes know by this token: whoever had the votes of most of those that stored it. */
    private String holderOf(String resource, long token) {
        return nodesByToken.getOrDefault(resource, Map.of()).getOrDefault(token, Map.of()).entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().size()))
                .map(Map.Entry::getKey)
                .orElse(Vote.UNSEEN);
    }

    /** When the first node gave its vote to whoever got this token; empty if none of them was seen. */
    OptionalLong firstVote(String resource, long token) {
        return byHolder.getOrDefault(new Key(resource, holderOf(resource, token)), List.of()).stream()
                .mapToLong(Vote::from)
                .min();
    }

    /** The first moment within the span at which its holder had the fewest votes. */
    Moment fewest(Hold.Span span) {
        List<Vote> votes = unseenWithin(span);
        votes.addAll(byHolder.getOrDefault(
                new Key(span.hold().resource(), holderOf(span.hold().resource(), span.token())), List.of()));
        Moment fewest = at(votes, span.from());
        for (Vote vote : votes) {
            inquiry.step();
            if (vote.promisedUntil() > span.from() && vote.promisedUntil() < span.until()) {
                Moment then = at(votes, vote.promisedUntil());
                boolean fewer = then.votes() < fewest.votes();
                fewest = fewer || (then.votes() == fewest.votes() && then.at() < fewest.at()) ? then : fewest;
            }
        }
        return fewest;
    }

    private List<Vote> unseenWithin(Hold.Span span) {
        List<Vote> within = new ArrayList<>();
        for (TreeMap<Long, Vote> ofNode : unseenByNode.values()) {
            Long first = ofNode.floorKey(span.from());
            within.addAll(ofNode.subMap(first == null ? span.from() : first, true, span.until(), false)
                    .values());
        }
        return within;
    }

    private static Moment at(List<Vote> votes, long at) {
        long count = votes.stream()
                .filter(vote -> vote.from() <= at && at < vote.promisedUntil())
                .map(Vote::node)
                .distinct()
                .count();
        return new Moment((int) count, at);
    }

    private void findMajorities(Key key, List<Vote> votes) {
        for (Vote vote : inquiry.sorted(votes, Comparator.comparingLong(Vote::from))) {
            List<Vote> live = votes.stream()
                    .filter(each -> each.from() <= vote.from() && vote.from() < each.until())
                    .toList();
            if (live.stream().map(Vote::node).distinct().count() >= quorum()) {
                long until = live.stream()
                        .map(Vote::until)
                        .sorted(Comparator.reverseOrder())
                        .skip(quorum() - 1L)
                        .findFirst()
                        .orElse(vote.from());
                majorities
                        .computeIfAbsent(key.resource(), unused -> new TreeMap<>())
                        .put(vote.from(), new Majority(key.holder(), vote.from(), until));
            }
        }
    }

    /** When somebody else first had a majority within the span; who is not known to the nodes could be any of them. */
    OptionalLong othersMajority(Hold.Span span) {
        String holder = holderOf(span.hold().resource(), span.token());
        if (holder.equals(Vote.UNSEEN)) {
            return OptionalLong.empty();
        }
        TreeMap<Long, Majority> all = majorities.getOrDefault(span.hold().resource(), new TreeMap<>());
        Long first = all.floorKey(span.from());
        for (Majority majority : all.subMap(first == null ? span.from() : first, true, span.until(), false)
                .values()) {
            inquiry.step();
            if (!majority.holder().equals(holder) && majority.until() > span.from()) {
                return OptionalLong.of(Math.max(majority.from(), span.from()));
            }
        }
        return OptionalLong.empty();
    }
}
