package dev.redlock.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** A real PostgreSQL server, which can be stopped and started again. */
public final class TestServer implements AutoCloseable {
    /** Does not wait for the disk: fast, and allowed to forget when it ends. */
    private static final Map<String, String> HASTY = Map.of("fsync", "off", "deadlock_timeout", "100ms");

    private static TestServer shared;

    private final Path data;
    private final Map<String, String> settings;
    private EmbeddedPostgres process;
    private int port;

    private TestServer(Path data, Map<String, String> settings) {
        this.data = data;
        this.settings = settings;
    }

    /** Started once per JVM, when it is first asked for, and ends with the JVM. */
    public static synchronized TestServer shared() {
        if (shared == null) {
            try {
                shared = start(Files.createTempDirectory("redlock-postgres"), HASTY);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(shared::deleteAll));
        }
        return shared;
    }

    /** A server that keeps its data in this folder, which is made if it is not there. */
    static TestServer start(Path data, Map<String, String> settings) {
        return startAt(0, data, settings);
    }

    /** @param port 0 for any that is free */
    static TestServer startAt(int port, Path data, Map<String, String> settings) {
        TestServer server = new TestServer(data, settings);
        server.port = port;
        server.start();
        return server;
    }

    void start() {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                .setServerConfig("log_min_messages", "panic");
        settings.forEach(builder::setServerConfig);
        try {
            process = builder.start();
            port = process.getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the server; connections end with it. The data stays. */
    void stop() {
        try {
            process.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the server as a crash does: what is not on disk is lost. */
    void crash() throws IOException {
        Path pidFile = data.resolve("postmaster.pid");
        String pid = Files.readAllLines(pidFile).get(0);
        ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(postmaster.children().toList());
        all.add(0, postmaster);
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(dead -> dead.onExit().join());
        // Otherwise it is waited for, if nobody buries it.
        Files.delete(pidFile);
        stop();
    }

    public int port() {
        return port;
    }

    Path data() {
        return data;
    }

    /** An empty database of this name. */
    public PGSimpleDataSource fresh(String database) throws SQLException {
        execute(source("postgres"), "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
        execute(source("postgres"), "CREATE DATABASE " + database);
        return source(database);
    }

    public PGSimpleDataSource source(String database) {
        return source(database, port);
    }

    public static PGSimpleDataSource source(String database, int port) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser("postgres");
        return source;
    }

    public static void execute(PGSimpleDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first value of the first row; empty if there is no row. */
    public static String text(PGSimpleDataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    @Override
    public void close() {
        stop();
    }

    private void deleteAll() {
        stop();
        Folders.delete(data);
    }
}
