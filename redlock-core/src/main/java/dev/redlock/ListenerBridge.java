package dev.redlock;

import dev.redlock.node.NodeId;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.Standing;
import dev.redlock.runtime.EngineEvents;
import dev.redlock.runtime.Loss;
import dev.redlock.time.Ticker;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the engine's events on to a listener, which may throw what it likes. */
record ListenerBridge(RedlockListener listener, Answers answers, Ticker ticker) implements EngineEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerBridge.class);

    @Override
    public void acquired(List<String> names, long token, boolean fast, Duration waited) {
        tell(() -> listener.onAcquired(names, new FencingToken(token), fast, waited));
    }

    @Override
    public void roundWon(List<String> names, boolean fast, Duration took) {
        tell(() -> listener.onRoundWon(names, fast, took));
    }

    @Override
    public void contended(List<String> names, Lost lost) {
        tell(() -> listener.onContended(names, lost.holder().map(Answers::ownerOf)));
    }

    @Override
    public void failed(List<String> names, Lost lost, Duration waited) {
        tell(() -> listener.onFailed(names, answers.notAcquired(names, lost, waited)));
    }

    @Override
    public void renewed(List<String> names, long token, Duration remaining) {
        tell(() -> listener.onRenewed(names, new FencingToken(token), remaining));
    }

    @Override
    public void lost(List<String> names, long token, Loss loss) {
        tell(() -> listener.onLost(names, new FencingToken(token), Answers.reason(loss)));
    }

    @Override
    public void released(List<String> names, long token, ReleaseRound.Outcome outcome, Duration held) {
        tell(() -> listener.onReleased(names, new FencingToken(token), Answers.result(outcome), held));
    }

    @Override
    public void nodeChanged(NodeId node, Standing before, Standing now) {
        if (now instanceof Standing.Admitted) {
            tell(() -> listener.onNodeUp(node.address()));
        } else if (now instanceof Standing.Unreachable unreachable) {
            tell(() -> listener.onNodeDown(node.address(), unreachable.cause()));
        } else if (now instanceof Standing.Quarantined quarantined) {
            Duration left = ticker.now().until(quarantined.until());
            tell(() -> listener.onNodeQuarantined(node.address(), left, quarantined.why()));
        } else if (now instanceof Standing.Refused refused) {
            tell(() -> listener.onNodeRefused(node.address(), refused.why()));
        }
    }

    private static void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException failure) {
            LOG.error("A listener of the lock failed.", failure);
        }
    }
}
