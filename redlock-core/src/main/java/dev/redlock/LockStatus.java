package dev.redlock;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who holds a lock, as its nodes see it at this moment.
 *
 * @param needed how many equal votes make a holder
 * @param nodes in the order of the configuration
 */
public record LockStatus(String name, int needed, List<NodeView> nodes) {

    /**
     * The lock on one node.
     *
     * @param vote empty if the node has none, or could not be asked
     * @param standing whether the node may vote, and if not, why
     */
    public record NodeView(String node, Optional<Vote> vote, String standing) {}

    /**
     * A vote.
     *
     * @param holder the id of the acquisition
     * @param owner the label that the holder gave itself
     * @param metadata what else the holder wanted people to know
     * @param token the last token this node gave for the name, if it has records: the holder's, if the vote counts
     */
    public record Vote(
            String holder,
            String owner,
            Map<String, String> metadata,
            Duration remaining,
            Optional<FencingToken> token) {}

    /** The holder that has a quorum of votes; the one whose votes last shortest is shown. */
    public Optional<Vote> holder() {
        return nodes.stream()
                .flatMap(node -> node.vote().stream())
                .filter(vote -> votesOf(vote.holder()) >= needed)
                .min(Comparator.comparing(Vote::remaining));
    }

    private long votesOf(String holder) {
        return nodes.stream()
                .filter(node ->
                        node.vote().map(vote -> vote.holder().equals(holder)).orElse(false))
                .count();
    }
}
