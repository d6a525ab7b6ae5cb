package dev.redlock.postgres;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does one job after the other on one connection, on a thread that may block. */
final class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    /** A connection that nobody uses for so long is tried. */
    static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private final Wire wire;
    private final Turns turns;
    private final Consumer<String> onEnd;

    /** @param onEnd told why the connection has ended, if it ends by itself */
    Lane(Wire wire, Turns turns, Consumer<String> onEnd) {
        this.wire = wire;
        this.turns = turns;
        this.onEnd = onEnd;
    }

    void work() {
        try {
            while (!turns.isOver()) {
                Optional<Turns.Turn> turn = turns.take(HEARTBEAT);
                if (turn.isPresent()) {
                    serve(turn.get());
                } else if (!turns.isOver()) {
                    wire.ping();
                }
            }
        } catch (SQLException e) {
            onEnd.accept(Failures.describe(e));
        } catch (InterruptedException e) {
            onEnd.accept("interrupted");
        }
    }

    private void serve(Turns.Turn turn) {
        NodeReply reply = reply(turn.job());
        try {
            turn.job().onReply().accept(reply);
        } catch (RuntimeException | Error failure) {
            LOG.error("A reply of the database could not be delivered. This is a defect of redlock.", failure);
        }
        // Only now, so that replies about a name come in the order of the requests.
        turns.done(turn);
    }

    private NodeReply reply(Job job) {
        try {
            return job.work().on(wire);
        } catch (SQLException e) {
            Failed failed = Failures.reply(e);
            if (failed.cause() == Cause.DISCONNECTED) {
                onEnd.accept(failed.detail());
            }
            return failed;
        } catch (RuntimeException e) {
            LOG.error("A request to the database failed. This is a defect of redlock or of the driver.", e);
            return new Failed(Cause.ERROR, Failures.describe(e));
        }
    }
}
