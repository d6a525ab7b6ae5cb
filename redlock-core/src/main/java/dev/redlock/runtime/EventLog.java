package dev.redlock.runtime;

import dev.redlock.node.NodeId;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.Replies;
import dev.redlock.protocol.Standing;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Refused;
import dev.redlock.protocol.Standing.Unreachable;
import dev.redlock.time.Tick;
import dev.redlock.time.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to the log what somebody should know who looks there at night. What repeats itself is counted, not repeated. */
public final class EventLog implements EngineEvents {
    private static final Logger LOG = LoggerFactory.getLogger("dev.redlock.Redlock");
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final int REMEMBERED = 1000;

    private final Ticker ticker;
    private final List<NodeId> nodes;
    private final Map<String, Repetition> warnings = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Repetition> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Repetition(Tick quietUntil, long suppressed) {}

    public EventLog(Ticker ticker, List<NodeId> nodes) {
        this.ticker = ticker;
        this.nodes = nodes;
    }

    @Override
    public void failed(List<String> names, Lost lost, Duration waited) {
        if (lost.reason() == Reason.NO_QUORUM) {
            warn("no quorum", "No quorum for lock {}: {}", names, inWords(lost.evidence()));
        }
    }

    @Override
    public void lost(List<String> names, long token, Loss loss) {
        warn("lost " + names + loss, "Lease of {} with token {} is lost: {}", names, token, loss);
    }

    @Override
    public void released(List<String> names, long token, ReleaseRound.Outcome outcome, Duration held) {
        if (outcome != ReleaseRound.Outcome.RELEASED) {
            warn(
                    "released " + names + outcome,
                    "Lease of {} with token {} was given back after {}, but: {}",
                    names,
                    token,
                    held,
                    outcome);
        }
    }

    @Override
    public void nodeChanged(NodeId node, Standing before, Standing now) {
        if (now instanceof Admitted) {
            LOG.info("Node {} votes.", node);
        } else if (now instanceof Unreachable unreachable) {
            warn("down " + node, "Node {} is down: {}", node, unreachable.cause());
        } else if (now instanceof Quarantined quarantined) {
            Duration left = ticker.now().until(quarantined.until());
            warn("quarantine " + node, "Node {} may not vote for {}: {}", node, left, quarantined.why());
        } else if (now instanceof Refused refused) {
            warn("refused " + node, "Node {} may not take part: {}", node, refused.why());
        }
    }

    private String inWords(Replies evidence) {
        StringJoiner said = new StringJoiner("; ");
        for (NodeId node : nodes) {
            said.add(node + ": " + inWords(evidence.of(node.index())));
        }
        return said.toString();
    }

    private static String inWords(@Nullable NodeReply reply) {
        if (reply instanceof Failed failed) {
            return failed.detail();
        }
        return reply instanceof Granted ? "voted" : reply == null ? "was not waited for" : "did not vote";
    }

    private void warn(String key, String message, Object... arguments) {
        long suppressed;
        synchronized (warnings) {
            Tick now = ticker.now();
            Repetition last = warnings.get(key);
            if (last != null && now.isBefore(last.quietUntil())) {
                warnings.put(key, new Repetition(last.quietUntil(), last.suppressed() + 1));
                return;
            }
            suppressed = last == null ? 0 : last.suppressed();
            warnings.put(key, new Repetition(now.plus(QUIET), 0));
        }
        LOG.warn(message, arguments);
        if (suppressed > 0) {
            LOG.warn("The same warning was left out {} times before.", suppressed);
        }
    }
}
