package dev.redlock.protocol;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;

/** The words that the tests of this package share: one claim, its terms, and what nodes answer. */
final class Ballots {
    /** Not zero, so that a forgotten addition shows. */
    static final Tick START = new Tick(7_000_000_000L);

    static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofMillis(1000), Duration.ofMillis(12), Duration.ofMillis(50), Duration.ofMillis(80));

    static final Claim CLAIM = new Claim(List.of("payout:42"), "A".repeat(Claim.HOLDER_LENGTH), "payer-1");

    private Ballots() {}

    static Ballot ballot(int nodes) {
        return new Ballot(nodes, CLAIM, TERMS);
    }

    static Tick after(long millis) {
        return START.plus(Duration.ofMillis(millis));
    }

    static Granted granted(long value) {
        return new Granted(value);
    }

    static Denied denied(String holder) {
        return denied(holder, 400);
    }

    static Denied denied(String holder, long remainingMillis) {
        return new Denied(Duration.ofMillis(remainingMillis), holder, 9);
    }

    static Failed failed() {
        return failed(Failed.Cause.NOT_CONNECTED);
    }

    static Failed failed(Failed.Cause cause) {
        return new Failed(cause, "as the test wants it");
    }

    /** What a node that has not answered by the end of a round is booked as. */
    static Failed silent() {
        return new Failed(Failed.Cause.TIMED_OUT, "no answer in time");
    }

    /** One answer for each node, in order. */
    static Replies replies(NodeReply... each) {
        Replies replies = Replies.none(each.length);
        for (int node = 0; node < each.length; node++) {
            replies = replies.with(node, each[node]);
        }
        return replies;
    }
}
