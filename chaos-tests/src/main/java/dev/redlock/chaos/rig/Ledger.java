package dev.redlock.chaos.rig;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Money;
import dev.redlock.fencing.jdbc.FencingSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Accounts in PostgreSQL, and a journal of all that was committed. Nothing in these tables keeps a payout from being made
 * twice, or a balance from being overwritten: it shows.
 */
public final class Ledger implements AutoCloseable {
    public static final long DEPOSIT = 1_000_000;

    private static final String[] TABLES = {
        "CREATE TABLE account (name TEXT PRIMARY KEY, balance BIGINT NOT NULL)",
        "CREATE TABLE received (account TEXT NOT NULL, amount BIGINT NOT NULL)",
        "CREATE TABLE journal (ord BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                + " at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), type TEXT NOT NULL, resource TEXT NOT NULL,"
                + " token BIGINT NOT NULL, payout TEXT NOT NULL, account TEXT NOT NULL, amount BIGINT NOT NULL,"
                + " client TEXT NOT NULL)",
        "CREATE INDEX ON journal (resource text_pattern_ops)",
        // The fence itself says when it was raised, whoever did it and by whatever code.
        "CREATE FUNCTION note_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " INSERT INTO journal (type, resource, token, payout, account, amount, client)"
                + " VALUES ('MARK', NEW.resource, NEW.token, '', '', 0, ''); RETURN NEW; END $$",
        "CREATE TRIGGER mark_inserted AFTER INSERT ON redlock_fence FOR EACH ROW EXECUTE FUNCTION note_mark()",
        "CREATE TRIGGER mark_raised AFTER UPDATE ON redlock_fence FOR EACH ROW"
                + " WHEN (OLD.token IS DISTINCT FROM NEW.token) EXECUTE FUNCTION note_mark()",
    };

    private final EmbeddedPostgres server;
    private final PGSimpleDataSource source;
    private final long wallClockAhead;

    private Ledger(EmbeddedPostgres server) throws SQLException {
        this.server = server;
        this.source = source(server.getPort());
        FencingSchema.create(source);
        for (String table : TABLES) {
            execute(table);
        }
        this.wallClockAhead = wallClockNanos() - System.nanoTime();
    }

    public static Ledger start() {
        try {
            return new Ledger(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "off")
                    .setServerConfig("max_connections", "200")
                    .start());
        } catch (IOException | SQLException | IllegalStateException e) {
            throw new IllegalStateException(
                    "PostgreSQL for the ledger does not start: its binaries come with Maven and do not run as root"
                            + " without the program unshare or su (apt-get install util-linux)",
                    e);
        }
    }

    /** The ledger, as seen through the port of somebody who passes everything on. */
    public static PGSimpleDataSource source(int port) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName("postgres");
        source.setUser("postgres");
        return source;
    }

    public int port() {
        return server.getPort();
    }

    /** Opens an account with {@link #DEPOSIT} in it. */
    public void open(String account) {
        try {
            execute("INSERT INTO account VALUES (?, ?)", account, DEPOSIT);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What was committed on resources whose name starts like this, in the order of the commits on each of them. */
    public List<Entry> journal(String prefix) {
        String sql = "SELECT ord, (EXTRACT(EPOCH FROM at) * 1000000)::BIGINT, type, resource, token, payout, account,"
                + " amount, client FROM journal WHERE resource LIKE ? || '%' ORDER BY ord";
        List<Entry> entries = new ArrayList<>();
        read(
                sql,
                prefix,
                row -> entries.add(new Entry(
                        row.getLong(1),
                        TimeUnit.MICROSECONDS.toNanos(row.getLong(2)) - wallClockAhead,
                        Entry.Type.valueOf(row.getString(3)),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getString(7),
                        row.getLong(8),
                        row.getString(9))));
        return entries;
    }

    /** The balances of all accounts whose name starts like this. */
    public Money money(String prefix) {
        Map<String, Long> before = new TreeMap<>();
        Map<String, Long> after = new TreeMap<>();
        read(
                "SELECT name, balance FROM account WHERE name LIKE ? || '%'",
                prefix, row -> {
                    before.put(row.getString(1), DEPOSIT);
                    after.put(row.getString(1), row.getLong(2));
                });
        long[] received = new long[1];
        read(
                "SELECT COALESCE(SUM(amount), 0) FROM received WHERE account LIKE ? || '%'",
                prefix, row -> received[0] = row.getLong(1));
        return new Money(before, after, received[0]);
    }

    @FunctionalInterface
    private interface Row {
        void take(ResultSet row) throws SQLException;
    }

    private void read(String sql, String parameter, Row each) {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, parameter);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    each.take(rows);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long wallClockNanos() {
        long[] micros = new long[1];
        read(
                "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT WHERE ? = ''",
                "",
                row -> micros[0] = row.getLong(1));
        return TimeUnit.MICROSECONDS.toNanos(micros[0]);
    }

    private void execute(String sql, Object... parameters) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < parameters.length; at++) {
                statement.setObject(at + 1, parameters[at]);
            }
            statement.executeUpdate();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
