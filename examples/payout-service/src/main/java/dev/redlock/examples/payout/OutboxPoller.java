package dev.redlock.examples.payout;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.OnHeld;
import dev.redlock.fencing.guard.JdbcOutbox;
import dev.redlock.fencing.guard.OutboxMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Tells the payment provider what was decided. One replica at a time is enough; if it is stopped in the middle, another sends
 * the same messages again, and the provider knows them by their id.
 */
@Component
public class OutboxPoller {
    private static final int BATCH = 100;

    private final DataSource dataSource;
    private final JdbcOutbox outbox = new JdbcOutbox();

    OutboxPoller(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Scheduled(fixedDelayString = "${payout.outbox-every:500ms}")
    @DistributedLock(value = "outbox-poller", onHeld = OnHeld.SKIP)
    public void send() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (OutboxMessage message : outbox.poll(connection, BATCH)) {
                callProvider(connection, message);
                outbox.acknowledge(connection, message);
            }
            connection.commit();
        }
    }

    /** Stands for a call over the network with an idempotency key. */
    private static void callProvider(Connection connection, OutboxMessage message) throws SQLException {
        String sql = "INSERT INTO provider_call (id, topic, payload) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setLong(1, message.id());
            insert.setString(2, message.topic());
            insert.setString(3, message.payload());
            insert.executeUpdate();
        }
    }
}
