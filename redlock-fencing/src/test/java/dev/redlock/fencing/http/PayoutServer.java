package dev.redlock.fencing.http;

import dev.redlock.fencing.memory.InMemoryFence;
import dev.redlock.fencing.propagation.FencedCall;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A Tomcat with one handler behind the filter. */
final class PayoutServer implements AutoCloseable {
    /** Tomcat says a lot, and what matters here is what it answers. Kept, because a logger that nobody keeps forgets its level. */
    private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

    private final Tomcat tomcat = new Tomcat();
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private volatile Runnable beforeWriting = () -> {};
    private volatile InMemoryFence guard = new InMemoryFence();

    PayoutServer(FenceFilter filter) throws Exception {
        TOMCAT_LOG.setLevel(Level.OFF);
        tomcat.setBaseDir(Path.of("target", "tomcat").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "payouts", new Handler());
        context.addServletMappingDecoded("/*", "payouts");
        FilterDef definition = new FilterDef();
        definition.setFilterName("fence");
        definition.setFilter(filter);
        context.addFilterDef(definition);
        FilterMap mapping = new FilterMap();
        mapping.setFilterName("fence");
        mapping.addURLPattern("/*");
        context.addFilterMap(mapping);
        tomcat.start();
    }

    /** Writes if the token is still good, which is what a handler has to make sure of. */
    private final class Handler extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            calls.incrementAndGet();
            Optional<FencedCall> call = FenceFilter.callOf(request);
            beforeWriting.run();
            if (call.isEmpty()) {
                response.getWriter().write("paid without a token");
                return;
            }
            try {
                guard.write(call.get().resource(), call.get().token(), writes::incrementAndGet);
            } catch (RuntimeException e) {
                throw new ServletException("as frameworks wrap it", e);
            }
            response.getWriter()
                    .write("paid " + call.get().resource() + " with "
                            + call.get().token());
        }
    }

    void beforeWriting(Runnable action) {
        beforeWriting = action;
    }

    void writeThrough(InMemoryFence fence) {
        guard = fence;
    }

    int calls() {
        return calls.get();
    }

    int writes() {
        return writes.get();
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/payouts"))
                .POST(HttpRequest.BodyPublishers.noBody());
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }
}
