package dev.redlock.spring;

import dev.redlock.AcquireResult;
import dev.redlock.FencingToken;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.ReleaseResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells several, whatever one of them throws. */
record Listeners(List<RedlockListener> told) implements RedlockListener {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    @Override
    public void onAcquired(List<String> names, FencingToken token, boolean fastPath, Duration waited) {
        tell(one -> one.onAcquired(names, token, fastPath, waited));
    }

    @Override
    public void onRoundWon(List<String> names, boolean fastPath, Duration took) {
        tell(one -> one.onRoundWon(names, fastPath, took));
    }

    @Override
    public void onContended(List<String> names, Optional<String> owner) {
        tell(one -> one.onContended(names, owner));
    }

    @Override
    public void onFailed(List<String> names, AcquireResult cause) {
        tell(one -> one.onFailed(names, cause));
    }

    @Override
    public void onRenewed(List<String> names, FencingToken token, Duration remaining) {
        tell(one -> one.onRenewed(names, token, remaining));
    }

    @Override
    public void onLost(List<String> names, FencingToken token, LossReason reason) {
        tell(one -> one.onLost(names, token, reason));
    }

    @Override
    public void onReleased(List<String> names, FencingToken token, ReleaseResult result, Duration held) {
        tell(one -> one.onReleased(names, token, result, held));
    }

    @Override
    public void onNodeUp(String node) {
        tell(one -> one.onNodeUp(node));
    }

    @Override
    public void onNodeDown(String node, String cause) {
        tell(one -> one.onNodeDown(node, cause));
    }

    @Override
    public void onNodeQuarantined(String node, Duration remaining, String why) {
        tell(one -> one.onNodeQuarantined(node, remaining, why));
    }

    @Override
    public void onNodeRefused(String node, String why) {
        tell(one -> one.onNodeRefused(node, why));
    }

    private void tell(Consumer<RedlockListener> event) {
        for (RedlockListener one : told) {
            try {
                event.accept(one);
            } catch (RuntimeException failure) {
                LOG.error("A listener of the lock failed.", failure);
            }
        }
    }
}
