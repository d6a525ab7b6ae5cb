package dev.redlock.runtime;

import dev.redlock.node.NodeId;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.Standing;
import java.time.Duration;
import java.util.List;

/** Tells several. */
record FanOut(List<EngineEvents> told) implements EngineEvents {
    @Override
    public void acquired(List<String> names, long token, boolean fast, Duration waited) {
        told.forEach(one -> one.acquired(names, token, fast, waited));
    }

    @Override
    public void roundWon(List<String> names, boolean fast, Duration took) {
        told.forEach(one -> one.roundWon(names, fast, took));
    }

    @Override
    public void contended(List<String> names, Lost lost) {
        told.forEach(one -> one.contended(names, lost));
    }

    @Override
    public void failed(List<String> names, Lost lost, Duration waited) {
        told.forEach(one -> one.failed(names, lost, waited));
    }

    @Override
    public void renewed(List<String> names, long token, Duration remaining) {
        told.forEach(one -> one.renewed(names, token, remaining));
    }

    @Override
    public void lost(List<String> names, long token, Loss loss) {
        told.forEach(one -> one.lost(names, token, loss));
    }

    @Override
    public void released(List<String> names, long token, ReleaseRound.Outcome outcome, Duration held) {
        told.forEach(one -> one.released(names, token, outcome, held));
    }

    @Override
    public void nodeChanged(NodeId node, Standing before, Standing now) {
        told.forEach(one -> one.nodeChanged(node, before, now));
    }
}
