package dev.redlock.postgres;

import dev.redlock.node.LockNode;
import dev.redlock.node.NodeFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** Clients of one database with our schema. Closes all of them in the end. */
final class PostgresFixture implements NodeFixture, AutoCloseable {
    private final TestServer server;
    private final PGSimpleDataSource source;
    private final int connections;
    private final List<LockNode> clients = new ArrayList<>();

    private PostgresFixture(TestServer server, PGSimpleDataSource source, int connections) {
        this.server = server;
        this.source = source;
        this.connections = connections;
    }

    /** A database that is new, and the same for all tests of this JVM that use this name. */
    static PostgresFixture of(String database, int connections) {
        try {
            TestServer server = TestServer.shared();
            PGSimpleDataSource admin = server.source("postgres");
            boolean exists = !TestServer.text(admin, "SELECT 1 FROM pg_database WHERE datname = '" + database + "'")
                    .isEmpty();
            PGSimpleDataSource source = exists ? server.source(database) : server.fresh(database);
            if (!exists) {
                PostgresSchema.create(source);
            }
            PostgresFixture fixture = new PostgresFixture(server, source, connections);
            fixture.wipe();
            fixture.moveClock(Duration.ZERO);
            return fixture;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    PGSimpleDataSource source() {
        return source;
    }

    @Override
    public LockNode newClient() {
        LockNode client = PostgresNode.on(source).connections(connections).create(0, "redlock");
        clients.add(client);
        return client;
    }

    @Override
    public void stopServer() {
        server.stop();
    }

    @Override
    public void startServer() {
        server.start();
    }

    @Override
    public void wipe() {
        execute("DELETE FROM redlock.meta; DELETE FROM redlock.names");
    }

    @Override
    public void moveClock(Duration ahead) {
        execute("CREATE OR REPLACE FUNCTION redlock.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS"
                + " 'SELECT clock_timestamp() + interval ''" + ahead.toSeconds() + " seconds'''");
    }

    void execute(String sql) {
        try {
            TestServer.execute(source, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String text(String sql) {
        try {
            return TestServer.text(source, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        clients.forEach(client -> client.close().toCompletableFuture().join());
    }
}
