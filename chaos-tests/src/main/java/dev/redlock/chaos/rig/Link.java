package dev.redlock.chaos.rig;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * The network between one client and one server.
 *
 * <p>What the toxics really do decides what a test means. {@code timeout} of 0 throws data away, and its end closes the
 * connection. {@code bandwidth} of 0 keeps data and delivers it, late, when it ends. A closed proxy refuses connections.
 */
public final class Link {
    /** Which way something goes. */
    public enum Way {
        REQUESTS(ToxicDirection.UPSTREAM),
        REPLIES(ToxicDirection.DOWNSTREAM);

        private final ToxicDirection direction;

        Way(ToxicDirection direction) {
            this.direction = direction;
        }

        private String toxic(String kind) {
            return kind + "-" + direction.name();
        }
    }

    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }

    private final String name;
    private final Proxy proxy;
    private final int port;
    private final String upstream;

    Link(String name, Proxy proxy, int port) {
        this.name = name;
        this.proxy = proxy;
        this.port = port;
        this.upstream = proxy.getUpstream();
    }

    /** For example {@code A->node-3}. */
    public String name() {
        return name;
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** The address for a Redis client. */
    public String uri() {
        return "redis://" + host() + ":" + port;
    }

    /** Closes the door: open connections end, new ones are refused. */
    public void cut() {
        change(proxy::disable);
    }

    /** Lets everything that goes this way vanish, without a word to either side. */
    public void drop(Way way) {
        change(() -> proxy.toxics().timeout(way.toxic("drop"), way.direction, 0));
    }

    /** Keeps everything that goes this way until {@link #heal}, and delivers it then. */
    public void hold(Way way) {
        change(() -> proxy.toxics().bandwidth(way.toxic("hold"), way.direction, 0));
    }

    /** Delays everything that goes this way. */
    public void delay(Way way, Duration latency, Duration jitter) {
        change(() -> proxy.toxics()
                .latency(way.toxic("delay"), way.direction, latency.toMillis())
                .setJitter(jitter.toMillis()));
    }

    /** Lets new connections be reset by their peer as soon as something is said; on open ones it is a plain end. */
    public void reset() {
        change(() -> proxy.toxics().resetPeer("reset", ToxicDirection.UPSTREAM, 0));
    }

    /** Cuts replies into pieces of a byte or two. */
    public void slice() {
        change(() ->
                proxy.toxics().slicer("slice", ToxicDirection.DOWNSTREAM, 2, 20).setSizeVariation(1));
    }

    /** Ends every connection after so many bytes of replies. */
    public void truncate(int bytes) {
        change(() -> proxy.toxics().limitData("truncate", ToxicDirection.DOWNSTREAM, bytes));
    }

    /** Lets another server answer from now on, as a name that now points elsewhere. Open connections end. */
    public void leadTo(String host, int upstreamPort) {
        change(() -> {
            proxy.setUpstream(host + ":" + upstreamPort);
            proxy.disable();
            proxy.enable();
        });
    }

    public void heal() {
        change(() -> {
            for (Toxic toxic : proxy.toxics().getAll()) {
                toxic.remove();
            }
            if (!proxy.getUpstream().equals(upstream)) {
                proxy.setUpstream(upstream);
            }
            if (!proxy.isEnabled()) {
                proxy.enable();
            }
        });
    }

    public void close() {
        change(proxy::delete);
    }

    private void change(Change change) {
        try {
            change.make();
        } catch (IOException e) {
            throw new UncheckedIOException("Toxiproxy refused a change of " + name, e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
