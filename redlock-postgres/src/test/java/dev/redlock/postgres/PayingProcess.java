package dev.redlock.postgres;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Scanner;
import javax.sql.DataSource;

/** A process that takes a lock, waits to be told, and pays. */
final class PayingProcess {
    static final Duration TTL = Duration.ofMillis(1500);

    private PayingProcess() {}

    /** Whether there is a fence, the port of the database to pay from, then the nodes. */
    public static void main(String[] arguments) throws Exception {
        boolean isFenced = Boolean.parseBoolean(arguments[0]);
        DataSource ledger = TestServer.source("ledger", Integer.parseInt(arguments[1]));
        String[] nodes = Arrays.copyOfRange(arguments, 2, arguments.length);
        try (Redlock redlock = Quorums.connectBriefly(TTL, nodes);
                Scanner parent = new Scanner(System.in, StandardCharsets.UTF_8)) {
            Lease lease = redlock.acquire("payout:42");
            System.out.println("holding");
            parent.nextLine();
            System.out.println(pay(ledger, lease.token(), isFenced));
        }
    }

    /** Pays if nobody has come later; returns what became of it. */
    static String pay(DataSource ledger, FencingToken token, boolean isFenced) throws SQLException, IOException {
        try (Connection transaction = ledger.getConnection();
                Statement statement = transaction.createStatement()) {
            transaction.setAutoCommit(false);
            if (isFenced) {
                JdbcFence.on(ledger).check(transaction, "payout:42", token);
            }
            statement.execute("INSERT INTO payout (token) VALUES (" + token.value() + ")");
            transaction.commit();
            return "paid";
        } catch (StaleTokenException overtaken) {
            return "refused";
        }
    }
}
