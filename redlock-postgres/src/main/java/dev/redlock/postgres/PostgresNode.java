package dev.redlock.postgres;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeId;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A PostgreSQL database as a node of the lock: alone, or beside Redis nodes.
 *
 * <pre>{@code
 * Redlock redlock = Redlock.builder().node(PostgresNode.on(dataSource)).connect();
 * }</pre>
 *
 * <p>The database must have our schema: run {@code db/redlock-postgres/R__redlock_node.sql} from the class path, or ask for
 * {@link #createSchema()}. Connections are taken from the data source when the lock connects and kept until it is closed, so
 * a data source that makes connections is better than one that lends them from a pool.
 */
public final class PostgresNode implements LockNode.Factory {
    private final DataSource source;
    private final Optional<String> name;
    private final int connections;
    private final Duration statementTimeout;
    private final boolean createsSchema;

    private PostgresNode(
            DataSource source,
            Optional<String> name,
            int connections,
            Duration statementTimeout,
            boolean createsSchema) {
        this.source = source;
        this.name = name;
        this.connections = connections;
        this.statementTimeout = statementTimeout;
        this.createsSchema = createsSchema;
    }

    public static PostgresNode on(DataSource source) {
        return new PostgresNode(source, Optional.empty(), 4, Duration.ofSeconds(2), false);
    }

    /** What people call it in logs and exceptions; {@code postgresql-1} and so on by default. */
    public PostgresNode named(String newName) {
        require(!newName.isBlank(), "the name of a node must not be blank");
        return new PostgresNode(source, Optional.of(newName), connections, statementTimeout, createsSchema);
    }

    /**
     * How many requests can be under way at a time, each on a connection of its own; 4 by default. One more connection hears
     * of releases.
     */
    public PostgresNode connections(int count) {
        require(count >= 1 && count <= 64, "a node has 1 to 64 connections, got " + count);
        return new PostgresNode(source, name, count, statementTimeout, createsSchema);
    }

    /** How long the database may take for one request, waiting for locks included; 2 seconds by default. */
    public PostgresNode statementTimeout(Duration timeout) {
        require(
                timeout.compareTo(Duration.ofMillis(10)) >= 0 && timeout.compareTo(Duration.ofHours(1)) <= 0,
                "statementTimeout must be from 10 ms to 1 hour, got " + timeout);
        return new PostgresNode(source, name, connections, timeout, createsSchema);
    }

    /**
     * Creates the schema {@code redlock} when connecting, if it is missing or older than this library. The user of the data
     * source must be allowed to create a schema.
     */
    public PostgresNode createSchema() {
        return new PostgresNode(source, name, connections, statementTimeout, true);
    }

    @Override
    public LockNode create(int index, String keyPrefix) {
        NodeId id = new NodeId(index, name.orElse("postgresql-" + (index + 1)));
        return new DatabaseNode(id, new NodeSettings(source, keyPrefix, connections, statementTimeout, createsSchema));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
