package dev.redlock.postgres;

import java.sql.SQLException;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Hears of releases, on a connection of its own. Only this class needs the PostgreSQL driver. */
final class ReleaseFeed {
    private final Wire wire;
    private final PGConnection notices;
    private final String space;
    private final BiConsumer<String, String> onReleased;

    private ReleaseFeed(Wire wire, PGConnection notices, String space, BiConsumer<String, String> onReleased) {
        this.wire = wire;
        this.notices = notices;
        this.space = space;
        this.onReleased = onReleased;
    }

    /**
     * Hears of every release that is committed from now on; empty if the driver cannot tell.
     *
     * @param onReleased told the name and the holder
     */
    static Optional<ReleaseFeed> on(Wire wire, String space, BiConsumer<String, String> onReleased)
            throws SQLException {
        if (!wire.connection().isWrapperFor(PGConnection.class)) {
            return Optional.empty();
        }
        PGConnection notices = wire.connection().unwrap(PGConnection.class);
        wire.execute("LISTEN redlock");
        return Optional.of(new ReleaseFeed(wire, notices, space, onReleased));
    }

    /** Waits for releases; after a silence, makes sure that the server is still there. */
    void listen() throws SQLException {
        PGNotification[] heard = notices.getNotifications((int) Lane.HEARTBEAT.toMillis());
        if (heard == null || heard.length == 0) {
            wire.ping();
            return;
        }
        for (PGNotification notice : heard) {
            String[] parts = notice.getParameter().split("\t", 3);
            if (parts.length == 3 && parts[0].equals(space)) {
                onReleased.accept(parts[2], parts[1]);
            }
        }
    }
}
