package dev.redlock.docs.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.fencing.http.FenceFilter;
import dev.redlock.fencing.http.FencedRequests;
import dev.redlock.fencing.jdbc.FencingSchema;
import dev.redlock.fencing.jdbc.JdbcFence;
import dev.redlock.fencing.propagation.TokenPropagator;
import dev.redlock.fencing.propagation.TokenSigner;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A token on its way from service to service. */
class HttpSamplesTest {
    /** Kept, because a logger that nobody keeps forgets its level. */
    private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

    private final byte[] key = "a secret of at least thirty-two bytes".getBytes(StandardCharsets.UTF_8);
    private final Database database = new Database();
    private final JdbcFence fence = JdbcFence.on(database.dataSource());
    private final Tomcat tomcat = new Tomcat();

    @BeforeEach
    void startTheOtherSide() throws Exception {
        FencingSchema.create(database.dataSource());
        TOMCAT_LOG.setLevel(Level.OFF);
        tomcat.setBaseDir(Path.of("target", "tomcat").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "deals", new Deals());
        context.addServletMappingDecoded("/deals/*", "deals");
        context.addServletContainerInitializer((classes, servletContext) -> addFilter(servletContext), Set.of());
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
        database.close();
    }

    @Test
    void the_token_arrives_and_an_older_one_is_refused() throws Exception {
        try (Redlock redlock = Redlock.inMemory()) {
            HttpRequest early;
            try (Lease lease = redlock.acquire("deal:7")) {
                early = request(lease);
            }
            try (Lease lease = redlock.acquire("deal:7")) {
                assertThat(send(request(lease))).isEqualTo(200);
                assertThat(send(early)).isEqualTo(409);
                assertThat(fence.newest("deal:7")).contains(lease.token());
            }
        }
    }

    private HttpRequest request(Lease lease) {
        URI uri = URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/deals/7");
        BodyPublisher body = BodyPublishers.ofString("{}");
        // sample
        TokenPropagator propagator = TokenPropagator.signedBy(TokenSigner.signingWith("2026-11", key));
        HttpRequest request = FencedRequests.add(HttpRequest.newBuilder(uri), "deal:7", lease.token(), propagator)
                .POST(body)
                .build();
        // end
        return request;
    }

    private static int send(HttpRequest request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode();
    }

    private void addFilter(ServletContext servletContext) {
        TokenPropagator propagator = TokenPropagator.signedBy(TokenSigner.signingWith("2026-11", key));
        // sample
        servletContext
                .addFilter("fence", FenceFilter.requiring(fence, propagator))
                .addMappingForUrlPatterns(null, false, "/deals/*");
        // end
    }

    private final class Deals extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException {
            String id = request.getPathInfo().substring(1);
            try (Connection connection = database.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                // sample
                FencingToken token = FenceFilter.callOf(request).orElseThrow().tokenFor("deal:" + id);
                fence.check(connection, "deal:" + id, token); // again, in the transaction
                // end
                connection.commit();
            } catch (SQLException e) {
                throw new ServletException(e);
            }
        }
    }
}
