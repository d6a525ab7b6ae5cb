package dev.redlock;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.Standing;
import dev.redlock.runtime.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Puts together what the nodes say of their votes. */
final class Census {
    private final Engine engine;
    private final List<NodeReply> replies;

    /** @param replies by node */
    Census(Engine engine, List<NodeReply> replies) {
        this.engine = engine;
        this.replies = replies;
    }

    /** From the answers to inspect or force-release. */
    LockStatus of(String name) {
        List<Optional<NodeReply.Vote>> votes = new ArrayList<>();
        for (NodeReply reply : replies) {
            votes.add(reply instanceof NodeReply.Seen seen ? seen.vote() : Optional.empty());
        }
        return status(name, votes);
    }

    /** From the answers to list. */
    List<LockStatus> all() {
        Map<String, List<Optional<NodeReply.Vote>>> byName = new TreeMap<>();
        for (int node = 0; node < replies.size(); node++) {
            if (replies.get(node) instanceof NodeReply.Votes listed) {
                for (NodeReply.Vote vote : listed.votes()) {
                    byName.computeIfAbsent(vote.name(), unused -> noVotes()).set(node, Optional.of(vote));
                }
            }
        }
        List<LockStatus> all = new ArrayList<>();
        byName.forEach((name, votes) -> all.add(status(name, votes)));
        return all;
    }

    /** From what is known without asking. */
    List<NodeHealth> health() {
        List<NodeHealth> health = new ArrayList<>();
        for (int node = 0; node < engine.nodeIds().size(); node++) {
            Standing standing = engine.standing(node);
            health.add(new NodeHealth(
                    engine.nodeIds().get(node).address(),
                    Answers.state(standing),
                    Answers.describe(standing, engine.now())));
        }
        return health;
    }

    private List<Optional<NodeReply.Vote>> noVotes() {
        List<Optional<NodeReply.Vote>> none = new ArrayList<>();
        replies.forEach(unused -> none.add(Optional.empty()));
        return none;
    }

    private LockStatus status(String name, List<Optional<NodeReply.Vote>> votes) {
        List<LockStatus.NodeView> nodes = new ArrayList<>();
        for (int node = 0; node < votes.size(); node++) {
            String address = engine.nodeIds().get(node).address();
            nodes.add(new LockStatus.NodeView(address, votes.get(node).map(Census::vote), standing(node)));
        }
        return new LockStatus(name, Ballot.quorumOf(nodes.size()), nodes);
    }

    private String standing(int node) {
        Standing standing = engine.standing(node);
        // Why there is no connection says more than that there is none.
        return replies.get(node) instanceof Failed failed && !(standing instanceof Standing.Unreachable)
                ? "not asked: " + failed.detail()
                : Answers.describe(standing, engine.now());
    }

    private static LockStatus.Vote vote(NodeReply.Vote vote) {
        OwnerText text = OwnerText.decode(Claim.ownerOf(vote.vote()));
        Optional<FencingToken> token =
                vote.token() > 0 ? Optional.of(new FencingToken(vote.token())) : Optional.empty();
        return new LockStatus.Vote(Claim.holderOf(vote.vote()), text.owner(), text.metadata(), vote.remaining(), token);
    }
}
