package dev.redlock.examples.payout;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The database of a test, and what can be read from it when all is over. */
final class Bank implements AutoCloseable {
    static final long AMOUNT = 100;

    private final EmbeddedPostgres server;

    private Bank(EmbeddedPostgres server) {
        this.server = server;
    }

    static Bank start() throws IOException {
        return new Bank(EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("max_connections", "100")
                .start());
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Deals D0000, D0001, …, paid to ten payees in turn. */
    void open(int deals) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            execute(
                    connection,
                    "INSERT INTO account VALUES ('escrow', " + deals * AMOUNT + ", " + deals * AMOUNT + ")");
            for (int payee = 0; payee < 10; payee++) {
                execute(connection, "INSERT INTO account VALUES ('payee-" + payee + "', 0, 0)");
            }
            execute(
                    connection,
                    "INSERT INTO deal (id, payee, amount, state) SELECT 'D' || lpad(n::text, 4, '0'),"
                            + " 'payee-' || n % 10, " + AMOUNT + ", 'FUNDED' FROM generate_series(0, " + (deals - 1)
                            + ") n");
        }
    }

    /** Everything that is not as it should be if each deal was paid once; empty if all is right. */
    List<String> violations(int deals) throws SQLException {
        List<String> wrong = new ArrayList<>();
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            Map<String, Long> payments = new TreeMap<>();
            read(connection, "SELECT deal_id, COUNT(*) FROM transfer GROUP BY deal_id", payments);
            for (int deal = 0; deal < deals; deal++) {
                String id = "D%04d".formatted(deal);
                long times = payments.getOrDefault(id, 0L);
                if (times != 1) {
                    wrong.add(id + " was paid " + times + " times");
                }
            }
            Map<String, Long> balances = new TreeMap<>();
            read(connection, "SELECT id, balance FROM account", balances);
            for (int payee = 0; payee < 10; payee++) {
                long right = deals / 10 * AMOUNT;
                long balance = balances.getOrDefault("payee-" + payee, -1L);
                if (balance != right) {
                    wrong.add("payee-" + payee + " has " + balance + " and not " + right);
                }
            }
            long escrow = balances.getOrDefault("escrow", -1L);
            if (escrow != 0) {
                wrong.add("escrow has " + escrow + " and not 0");
            }
        }
        return wrong;
    }

    long count(String table) throws SQLException {
        Map<String, Long> count = new TreeMap<>();
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            read(connection, "SELECT 'all', COUNT(*) FROM " + table, count);
        }
        return count.getOrDefault("all", 0L);
    }

    private static void read(Connection connection, String sql, Map<String, Long> into) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            while (row.next()) {
                into.put(row.getString(1), row.getLong(2));
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
