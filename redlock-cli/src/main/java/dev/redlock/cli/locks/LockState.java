package dev.redlock.cli.locks;

import dev.redlock.FencingToken;
import dev.redlock.LockStatus;
import dev.redlock.LockStatus.NodeView;
import dev.redlock.LockStatus.Vote;
import java.util.List;
import java.util.Optional;

/**
 * What the answers of the nodes prove about a lock, and nothing beyond that.
 *
 * @param answered how many nodes have said whether they have a vote
 */
public record LockState(LockStatus status, Kind kind, int answered) {
    private static final String VOTES = "votes";
    private static final String QUARANTINE = "in quarantine";

    public enum Kind {
        /** A majority of the nodes has voted for one holder. */
        HELD("held"),
        /** Nobody has a vote, and nobody can have a majority. */
        FREE("free"),
        /** There are votes, but nobody can have a majority: clients are contending, or a vote was left behind. */
        CONTENDED("no holder"),
        /** Too few nodes answered: somebody may or may not hold it. */
        UNKNOWN("unknown");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public static LockState of(LockStatus status) {
        int answered =
                (int) status.nodes().stream().filter(LockState::hasAnswered).count();
        int silent = status.nodes().size() - answered;
        long most = status.nodes().stream()
                .flatMap(node -> node.vote().stream())
                .mapToLong(vote -> votesOf(status, vote))
                .max()
                .orElse(0);
        Kind kind;
        if (most >= status.needed()) {
            kind = Kind.HELD;
        } else if (most + silent >= status.needed()) {
            kind = Kind.UNKNOWN;
        } else {
            kind = most == 0 ? Kind.FREE : Kind.CONTENDED;
        }
        return new LockState(status, kind, answered);
    }

    private static boolean hasAnswered(NodeView node) {
        return node.vote().isPresent()
                || (!node.standing().startsWith("down") && !node.standing().startsWith("not asked"));
    }

    public static boolean mayVote(NodeView node) {
        return node.standing().equals(VOTES);
    }

    public static boolean isQuarantined(NodeView node) {
        return node.standing().startsWith(QUARANTINE);
    }

    public Optional<Vote> holder() {
        return status.holder();
    }

    public long votes() {
        return holder().map(vote -> votesOf(status, vote)).orElse(0L);
    }

    public boolean isOfHolder(Vote vote) {
        return holder().filter(holder -> holder.holder().equals(vote.holder())).isPresent();
    }

    /** The holder's token, if enough nodes agree on it. A node that voted late may remember another one. */
    public Optional<FencingToken> token() {
        List<FencingToken> told = status.nodes().stream()
                .flatMap(node -> node.vote().stream())
                .filter(this::isOfHolder)
                .flatMap(vote -> vote.token().stream())
                .toList();
        return told.stream()
                .filter(token -> told.stream().filter(token::equals).count() >= status.needed())
                .findFirst();
    }

    private static long votesOf(LockStatus status, Vote vote) {
        return status.nodes().stream()
                .flatMap(node -> node.vote().stream())
                .filter(other -> other.holder().equals(vote.holder()))
                .count();
    }
}
