package dev.redlock.cli.locks;

import dev.redlock.FencingToken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is different from the last look. A renewal is no change; another holder, another state or other votes are. */
public final class Changes {
    private Map<String, LockState> before = new LinkedHashMap<>();
    private boolean wasComplete = true;

    /** One difference. */
    public record Change(String text, Map<String, Object> fields) {
        public Map<String, Object> json(Instant now) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("time", now.toString());
            json.putAll(fields);
            return json;
        }
    }

    public List<Change> since(Survey survey) {
        List<Change> changes = new ArrayList<>();
        Map<String, LockState> now = new LinkedHashMap<>();
        survey.locks().forEach(state -> now.put(state.status().name(), state));
        now.forEach((name, state) -> {
            LockState earlier = before.get(name);
            if (earlier == null || !summary(earlier).equals(summary(state))) {
                changes.add(seen(state));
            }
        });
        before.keySet().stream()
                .filter(name -> !now.containsKey(name))
                .forEach(name -> changes.add(gone(name, survey.isComplete())));
        if (wasComplete != survey.isComplete()) {
            changes.add(nodes(survey));
        }
        before = now;
        wasComplete = survey.isComplete();
        return changes;
    }

    private static String summary(LockState state) {
        return state.kind() + "/" + state.votes() + "/"
                + state.holder().map(vote -> vote.holder()).orElse("");
    }

    private static Change seen(LockState state) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "seen");
        fields.put("lock", LockJson.of(state));
        String by = state.holder()
                .map(vote -> " by " + LockText.shown(vote.owner()) + ", token "
                        + state.token().map(FencingToken::toString).orElse("not certain"))
                .orElse("");
        String text =
                LockText.shown(state.status().name()) + "  " + state.kind().text() + by + ", " + state.votes() + " of "
                        + state.status().nodes().size() + " votes";
        return new Change(text, fields);
    }

    private static Change gone(String name, boolean certain) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", certain ? "free" : "out-of-sight");
        fields.put("name", name);
        return new Change(LockText.shown(name) + (certain ? "  free" : "  out of sight"), fields);
    }

    private static Change nodes(Survey survey) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", survey.isComplete() ? "quorum" : "no-quorum");
        fields.put("answered", survey.answered());
        return new Change(survey.answered() + " of " + survey.nodes().size() + " nodes answer", fields);
    }
}
