package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.History;

/**
 * What clients believe, held against what the nodes did. A majority of one node each can never be had by two at the same time,
 * so that votes alone say nothing; but whoever believes must have one, and nobody else may get one meanwhile.
 *
 * <p>A vote that a node has forgotten still counts for its holder until its ttl would have ended: that node must not give it
 * to anybody else before. What could not be seen counts for everybody, and against nobody.
 */
final class VotesChecker implements Checker {

    @Override
    public String id() {
        return "INV-VOTES";
    }

    @Override
    public String promise() {
        return "By the logs and clocks of the nodes, a holder has the votes of a majority for as long as it believes to"
                + " hold the lock, and nobody else gets them meanwhile.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        if (history.facts().testimony().heard()) {
            Ballots ballots = Ballots.of(history, inquiry);
            for (Hold hold : Hold.of(history)) {
                for (Hold.Span span : hold.spans()) {
                    inquiry.look();
                    alone(inquiry, history, ballots, span);
                    backed(inquiry, history, ballots, span);
                }
            }
        }
        return inquiry.closed();
    }

    private static void backed(Inquiry inquiry, History history, Ballots ballots, Hold.Span span) {
        Ballots.Moment least = ballots.fewest(span);
        if (least.votes() >= ballots.quorum()) {
            return;
        }
        if (!history.facts().promises().exclusive()) {
            inquiry.count(Counters.UNBACKED);
            return;
        }
        inquiry.violation(
                span.hold().resource(),
                least.at(),
                "%s believed from %s until %s that it holds %s, but at %s it had the votes of only %d of %d nodes.",
                span.who(),
                inquiry.at(span.from()),
                inquiry.at(span.until()),
                span.hold().resource(),
                inquiry.at(least.at()),
                least.votes(),
                ballots.nodes());
    }

    private static void alone(Inquiry inquiry, History history, Ballots ballots, Hold.Span span) {
        ballots.othersMajority(span).ifPresent(at -> {
            if (!history.facts().promises().exclusive()) {
                inquiry.count(Counters.OVERLAP_OF_VOTES);
                return;
            }
            inquiry.violation(
                    span.hold().resource(),
                    at,
                    "%s believed until %s that it holds %s, but at %s a majority of the nodes had given their votes to"
                            + " somebody else.",
                    span.who(),
                    inquiry.at(span.until()),
                    span.hold().resource(),
                    inquiry.at(at));
        });
    }
}
