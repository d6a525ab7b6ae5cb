package dev.redlock.runtime;

import dev.redlock.node.NodeId;
import dev.redlock.protocol.AcquireOutcome.Lost;
import dev.redlock.protocol.ReleaseRound;
import dev.redlock.protocol.Standing;
import java.time.Duration;
import java.util.List;

/** Told of everything that happens, on the thread on which it happens. Must not block or throw. */
public interface EngineEvents {
    EngineEvents NONE = new EngineEvents() {};

    /** Tells all of these, in this order. */
    static EngineEvents all(List<EngineEvents> told) {
        return told.size() == 1 ? told.get(0) : new FanOut(List.copyOf(told));
    }

    default void acquired(List<String> names, long token, boolean fast, Duration waited) {}

    /** The round that won took so long; it is told before {@link #acquired}. */
    default void roundWon(List<String> names, boolean fast, Duration took) {}

    /** A round was lost and the caller goes on waiting. */
    default void contended(List<String> names, Lost lost) {}

    default void failed(List<String> names, Lost lost, Duration waited) {}

    default void renewed(List<String> names, long token, Duration remaining) {}

    default void lost(List<String> names, long token, Loss loss) {}

    default void released(List<String> names, long token, ReleaseRound.Outcome outcome, Duration held) {}

    default void nodeChanged(NodeId node, Standing before, Standing now) {}
}
