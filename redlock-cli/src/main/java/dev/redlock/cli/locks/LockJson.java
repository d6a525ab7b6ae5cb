package dev.redlock.cli.locks;

import dev.redlock.FencingToken;
import dev.redlock.LockStatus.NodeView;
import dev.redlock.LockStatus.Vote;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A lock for programs. */
public final class LockJson {
    private LockJson() {}

    public static Map<String, Object> of(LockState state) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", state.status().name());
        json.put("state", state.kind().name().toLowerCase(java.util.Locale.ROOT));
        json.put("holder", state.holder().map(vote -> holder(state, vote)));
        json.put("votes", state.votes());
        json.put("needed", state.status().needed());
        json.put("answered", state.answered());
        List<Map<String, Object>> nodes =
                state.status().nodes().stream().map(LockJson::node).toList();
        json.put("nodes", nodes);
        return json;
    }

    private static Map<String, Object> holder(LockState state, Vote vote) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("owner", vote.owner());
        json.put("id", vote.holder());
        json.put("since", Stamp.since(vote).map(Object::toString));
        json.put("remainingMillis", vote.remaining().toMillis());
        json.put("token", state.token().map(FencingToken::value));
        json.put("metadata", vote.metadata());
        return json;
    }

    private static Map<String, Object> node(NodeView node) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", node.node());
        json.put("mayVote", LockState.mayVote(node));
        json.put("quarantined", LockState.isQuarantined(node));
        json.put("standing", node.standing());
        json.put("vote", node.vote().map(LockJson::vote));
        return json;
    }

    private static Map<String, Object> vote(Vote vote) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", vote.holder());
        json.put("owner", vote.owner());
        json.put("remainingMillis", vote.remaining().toMillis());
        Optional<Long> token = vote.token().map(FencingToken::value);
        json.put("token", token);
        return json;
    }
}
