package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that remembers what it was told. */
final class Recorder implements RedlockListener {
    record Acquired(List<String> names, FencingToken token, boolean fastPath, Duration waited) {}

    record RoundWon(List<String> names, boolean fastPath, Duration took) {}

    record Contended(List<String> names, Optional<String> owner) {}

    record NotAcquired(List<String> names, AcquireResult cause) {}

    record Renewed(List<String> names, FencingToken token, Duration remaining) {}

    record Lost(List<String> names, FencingToken token, LossReason reason) {}

    record Released(List<String> names, FencingToken token, ReleaseResult result, Duration held) {}

    record NodeEvent(String what, String node, String why) {}

    final List<Acquired> acquired = new CopyOnWriteArrayList<>();
    final List<RoundWon> rounds = new CopyOnWriteArrayList<>();
    final List<Contended> contended = new CopyOnWriteArrayList<>();
    final List<NotAcquired> failed = new CopyOnWriteArrayList<>();
    final List<Renewed> renewed = new CopyOnWriteArrayList<>();
    final List<Lost> lost = new CopyOnWriteArrayList<>();
    final List<Released> released = new CopyOnWriteArrayList<>();
    final List<NodeEvent> nodes = new CopyOnWriteArrayList<>();

    @Override
    public void onAcquired(List<String> names, FencingToken token, boolean fastPath, Duration waited) {
        acquired.add(new Acquired(names, token, fastPath, waited));
    }

    @Override
    public void onRoundWon(List<String> names, boolean fastPath, Duration took) {
        rounds.add(new RoundWon(names, fastPath, took));
    }

    @Override
    public void onContended(List<String> names, Optional<String> owner) {
        contended.add(new Contended(names, owner));
    }

    @Override
    public void onFailed(List<String> names, AcquireResult cause) {
        failed.add(new NotAcquired(names, cause));
    }

    @Override
    public void onRenewed(List<String> names, FencingToken token, Duration remaining) {
        renewed.add(new Renewed(names, token, remaining));
    }

    @Override
    public void onLost(List<String> names, FencingToken token, LossReason reason) {
        lost.add(new Lost(names, token, reason));
    }

    @Override
    public void onReleased(List<String> names, FencingToken token, ReleaseResult result, Duration held) {
        released.add(new Released(names, token, result, held));
    }

    @Override
    public void onNodeUp(String node) {
        nodes.add(new NodeEvent("up", node, ""));
    }

    @Override
    public void onNodeDown(String node, String cause) {
        nodes.add(new NodeEvent("down", node, cause));
    }

    @Override
    public void onNodeQuarantined(String node, Duration remaining, String why) {
        nodes.add(new NodeEvent("quarantined", node, why));
    }

    @Override
    public void onNodeRefused(String node, String why) {
        nodes.add(new NodeEvent("refused", node, why));
    }
}
