package dev.redlock.node;

import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Facts;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeReply.Votes;
import java.time.Duration;

/** A reply as a text that is the same for two nodes which were asked at almost the same time. */
final class ComparableReply {
    /** The ttls of these tests are multiples of it, so half of it is far more than two clocks ever differ by. */
    private static final Duration GRID = Duration.ofMinutes(2);

    private ComparableReply() {}

    static String of(NodeReply reply) {
        if (reply instanceof Denied denied) {
            return "Denied " + rounded(denied.remaining()) + denied.vote() + " " + denied.current() + " "
                    + denied.waiting();
        } else if (reply instanceof Seen seen) {
            return "Seen " + seen.vote().map(ComparableReply::of);
        } else if (reply instanceof Votes votes) {
            return "Votes "
                    + votes.votes().stream().map(ComparableReply::of).sorted().toList();
        } else if (reply instanceof Facts facts) {
            NodeFacts found = facts.facts();
            return "Facts " + found.runId() + found.admission() + found.promoted() + found.objections();
        } else if (reply instanceof Failed failed) {
            return "Failed " + failed.cause() + failed.detail().replace("ERR redlock: ", "");
        }
        return reply.toString();
    }

    private static String of(Vote vote) {
        return vote.name() + " " + vote.vote() + " " + rounded(vote.remaining()) + " " + vote.token();
    }

    private static long rounded(Duration remaining) {
        return remaining.plus(GRID.dividedBy(2)).toMillis() / GRID.toMillis();
    }
}
