package dev.redlock.postgres;

import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some connections to one server process. They begin together and end together: when one breaks, it may have led to a server
 * that is no more, and what was found out about it holds for none of them.
 */
final class DatabaseSession implements Session {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseSession.class);

    /** More requests than this could not be answered in time anyway. */
    static final int LONGEST_QUEUE = 1_024;

    /** With more requests than this waiting, what has been given back in the meantime is left out. */
    private static final int CROWD = 256;

    private static final int SWEEP = 5_000;
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** Not a name: names are preceded by an equals sign. */
    private static final Set<String> OF_NO_NAME = Set.of("records");

    private final NodeSettings settings;
    private final Dialect dialect;
    private final Recollection recollection;
    private final FactsReader reader;
    private final List<Wire> wires = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Turns turns = new Turns(LONGEST_QUEUE);
    private final Withdrawals withdrawals = new Withdrawals();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private boolean wasUnfit;

    DatabaseSession(NodeSettings settings, Recollection recollection) {
        this.settings = settings;
        this.dialect = new Dialect(settings.space());
        this.recollection = recollection;
        this.reader = new FactsReader(settings.space(), recollection);
    }

    /** Makes the connections, and looks at the server. Blocks. */
    NodeFacts connect(BiConsumer<String, String> onReleased) throws SQLException {
        Wire first = open();
        if (settings.createsSchema()) {
            createSchema(first);
        }
        NodeFacts facts = readFacts(first);
        wasUnfit = !facts.objections().isEmpty();
        while (wires.size() < settings.connections()) {
            open();
        }
        if (!wasUnfit) {
            listen(onReleased);
        }
        for (Wire wire : wires.subList(0, settings.connections())) {
            start(new Lane(wire, turns, this::end)::work);
        }
        return facts;
    }

    private Wire open() throws SQLException {
        Wire wire = Wire.open(settings);
        wires.add(wire);
        if (!wire.server().equals(wires.get(0).server())) {
            throw new SQLNonTransientConnectionException(
                    "the data source leads to different servers; every connection must lead to the same primary");
        }
        return wire;
    }

    private void createSchema(Wire wire) throws SQLException {
        try {
            if (FactsReader.isOutdated(wire)) {
                // On another connection, because it may have to wait for others who do the same.
                PostgresSchema.create(settings.source());
            }
        } catch (SQLException e) {
            if (Failures.isEnd(e)) {
                throw e;
            }
            // The facts will say what is missing; only this says why.
            LOG.warn("The schema of the lock could not be created: {}", Failures.describe(e));
        }
    }

    private NodeFacts readFacts(Wire wire) throws SQLException {
        NodeFacts facts = reader.read(wire);
        recollection.told(new NodeReply.Facts(facts));
        return facts;
    }

    private void listen(BiConsumer<String, String> onReleased) throws SQLException {
        Optional<ReleaseFeed> feed;
        try {
            feed = ReleaseFeed.on(open(), settings.space(), onReleased);
        } catch (NoClassDefFoundError withoutDriver) {
            feed = Optional.empty();
        }
        feed.ifPresentOrElse(
                found -> start(() -> hear(found)),
                () -> LOG.warn("The driver cannot tell of releases; whoever waits for a lock looks again from time to"
                        + " time. Use org.postgresql:postgresql to be told at once."));
    }

    private void hear(ReleaseFeed feed) {
        try {
            while (!ended.isDone()) {
                feed.listen();
            }
        } catch (SQLException e) {
            end(Failures.describe(e));
        }
    }

    private void start(Runnable task) {
        threads.add(Threads.start("redlock-postgres-" + (threads.size() + 1), task));
    }

    @Override
    public void send(NodeRequest request, Consumer<? super NodeReply> onReply) {
        boolean isCrowded = turns.waiting() > CROWD;
        Job.Work work = withdrawals.work(request, isCrowded, wire -> ask(wire, request));
        // A vote whose release is turned away would be left until its ttl is over.
        if (!send(new Job(keysOf(request), work, onReply), request instanceof NodeRequest.Release)) {
            withdrawals.forget(request);
        }
    }

    /** Returns whether it will be done; if not, that has been told. */
    private boolean send(Job job, boolean evenIfFull) {
        Optional<String> refusal = turns.add(job, evenIfFull);
        refusal.ifPresent(why -> job.onReply().accept(new Failed(Cause.NOT_CONNECTED, why)));
        return refusal.isEmpty();
    }

    private static Set<String> keysOf(NodeRequest request) {
        if (request instanceof NodeRequest.OfClaim ofClaim) {
            return ofClaim.claim().names().stream().map(name -> "=" + name).collect(Collectors.toUnmodifiableSet());
        } else if (request instanceof NodeRequest.Inspect inspect) {
            return Set.of("=" + inspect.name());
        } else if (request instanceof NodeRequest.ForceRelease force) {
            return Set.of("=" + force.name());
        }
        return OF_NO_NAME;
    }

    private NodeReply ask(Wire wire, NodeRequest request) throws SQLException {
        if (request instanceof NodeRequest.ReadFacts) {
            NodeFacts facts = readFacts(wire);
            if (wasUnfit && facts.objections().isEmpty()) {
                // Nobody listens on this session, and all that was found out is out of date: begin anew.
                throw new SQLNonTransientConnectionException("what was wrong with it has been mended");
            }
            return new NodeReply.Facts(facts);
        }
        NodeReply reply = dialect.ask(wire, request);
        recollection.told(reply);
        if (reply instanceof NodeReply.Rotated) {
            sweepSome();
        }
        return reply;
    }

    /** A part at a time, so that nobody waits for long; as long as there is something. */
    private void sweepSome() {
        Job sweep = new Job(
                Set.of(),
                wire -> {
                    if (dialect.sweep(wire, SWEEP) == SWEEP) {
                        sweepSome();
                    }
                    return new NodeReply.Rotated(true);
                },
                reply -> {});
        send(sweep, false);
    }

    /** Nothing is sent any more; what was waiting has not been sent. */
    void end(String cause) {
        List<Job> left = turns.close();
        left.forEach(job -> job.onReply().accept(new Failed(Cause.NOT_CONNECTED, "the connection has ended")));
        ended.complete(cause);
    }

    /** Nothing more is taken in; what is waiting can still be sent before {@link #close} ends it. */
    void retire() {
        turns.retire();
        ended.complete("closed");
    }

    /** Waits until the session has ended; returns why. */
    String awaitEnd() {
        return ended.join();
    }

    /**
     * Closes the connections and waits for their threads. Blocks.
     *
     * @param politely lets the requests that were taken in come to an end, if they do soon
     */
    void close(boolean politely) throws InterruptedException {
        retire();
        // Whoever listens does so for seconds, and leaves nothing undone.
        wires.subList(Math.min(settings.connections(), wires.size()), wires.size())
                .forEach(Wire::abort);
        if (politely && areDone(GRACE)) {
            wires.forEach(Wire::close);
        } else {
            end("closed");
            wires.forEach(Wire::abort);
            areDone(settings.statementTimeout());
        }
    }

    private boolean areDone(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean done = true;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            done &= !thread.isAlive();
        }
        return done;
    }
}
