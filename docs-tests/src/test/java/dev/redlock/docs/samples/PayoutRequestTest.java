package dev.redlock.docs.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.jdbc.FencingSchema;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A payout from the request to the row: sent twice, paid once. */
@RedisNodes(3)
class PayoutRequestTest {
    /** Kept, because a logger that nobody keeps forgets its level. */
    private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

    private final Database database = new Database();
    private final Tomcat tomcat = new Tomcat();
    private Redlock redlock = Redlock.inMemory();

    @BeforeEach
    void start(RedisNodeSet nodes) throws Exception {
        redlock.close();
        redlock = Redlock.builder()
                .nodes(nodes.uriArray())
                .defaults(LockOptions.defaults().withWaitTimeout(Duration.ofMillis(100)))
                .connect();
        database.execute("CREATE TABLE deal (id VARCHAR(10) PRIMARY KEY, state VARCHAR(10), token BIGINT)");
        database.execute("INSERT INTO deal VALUES ('D001', 'FUNDED', 0)");
        FencingSchema.create(database.dataSource());
        TOMCAT_LOG.setLevel(Level.OFF);
        tomcat.setBaseDir(Path.of("target", "tomcat").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "payouts", new Payouts(GuardedOperations.on(redlock, database.dataSource())));
        context.addServletMappingDecoded("/payouts", "payouts");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
        redlock.close();
        database.close();
    }

    @Test
    void the_same_request_twice_pays_once_and_is_answered_alike() throws Exception {
        HttpResponse<String> first = post("7f3a");
        long token = tokenInTheRow();
        HttpResponse<String> again = post("7f3a");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body()).isEqualTo("paid D001");
        assertThat(token).isPositive();
        assertThat(tokenInTheRow()).isEqualTo(token);
    }

    @Test
    void without_a_majority_nothing_is_written_and_the_client_may_try_again(RedisNodeSet nodes) throws Exception {
        nodes.node(0).kill();
        nodes.node(1).kill();

        assertThat(post("7f3a").statusCode()).isEqualTo(503);
        assertThat(tokenInTheRow()).isZero();
    }

    private HttpResponse<String> post(String key) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/payouts");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString("D001"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private long tokenInTheRow() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT token FROM deal WHERE id = 'D001'");
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static final class Payouts extends HttpServlet {
        private final transient GuardedOperations operations;

        private Payouts(GuardedOperations operations) {
            this.operations = operations;
        }

        // sample
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            String key = request.getHeader("Idempotency-Key"); // the client's own, the same for every retry
            String dealId = request.getReader().lines().collect(Collectors.joining());
            try {
                Outcome<String> outcome = operations.run("payout", key, dealId, tx -> {
                    markPaid(tx.connection(), dealId, tx.token().value());
                    return "paid " + dealId;
                });
                response.setStatus(outcome.isDone() ? 200 : 503); // 503: try again, with the same key
                response.getWriter().write(outcome.resultIfDone().orElse("try again"));
            } catch (SQLException e) {
                throw new ServletException(e); // rolled back
            }
        }

        private static void markPaid(Connection connection, String dealId, long token) throws SQLException {
            String sql = "UPDATE deal SET state = 'PAID', token = ? WHERE id = ? AND state = 'FUNDED'";
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setLong(1, token);
                update.setString(2, dealId);
                if (update.executeUpdate() != 1) {
                    throw new SQLException(dealId + " cannot be paid"); // also with another key for the same deal
                }
            }
        }
        // end
    }
}
