package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Admit;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.Rotate;
import dev.redlock.node.memory.MemoryNode;
import dev.redlock.node.memory.MemoryServer;
import dev.redlock.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Asks the node in memory and a real one the same things in a row. Everything that is tested or simulated on the former
 * says something about the latter only as long as they answer alike.
 *
 * <p>{@code -Dseed=} repeats a run.
 */
public abstract class DifferentialContract {
    private static final int REQUESTS = 6_000;
    private static final int LONGEST_BATCH = 100;
    private static final Duration SHORT = Duration.ofMillis(15);

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private RandomRequests requests;
    private final ArrayDeque<String> recent = new ArrayDeque<>();
    private final Set<String> kinds = new HashSet<>();
    private long memoryClock;
    private final MemoryServer server = new MemoryServer("memory", Ticker.system(), () -> memoryClock);
    private final NodeProbe memory = new NodeProbe(new MemoryNode(new NodeId(0, "memory"), server));
    private NodeProbe real;
    private long high;
    private int asked;

    protected DifferentialContract() {}

    /** A client that carries out everything in the order in which it was sent. */
    protected abstract LockNode newClient();

    /** Whether clients can wait in line at the real node. */
    protected abstract boolean hasLines();

    /** Deletes everything on the real node. */
    protected abstract void wipeRealNode();

    /** When the real node last dropped its tokens, as it has stored it; empty if it has no records. */
    protected abstract OptionalLong rotatedMicros();

    @BeforeEach
    void beginEqual() {
        requests = new RandomRequests(random, hasLines());
        real = NodeProbe.open(newClient());
        memory.open();
        compare(List.of(requests.admission()));
    }

    @AfterEach
    void close() {
        real.close();
        memory.close();
    }

    protected final void compareAtRandom() {
        while (asked < REQUESTS) {
            int dice = random.nextInt(20);
            if (dice == 0) {
                wipeBoth();
            } else if (dice == 1) {
                expire();
            }
            compare(batch());
        }

        assertThat(kinds)
                .as("a run without all kinds of answers proves little")
                .contains("Granted", "Denied", "Confirmed", "Healed", "NotHeld", "Freed", "Seen", "Votes", "Facts")
                .contains("Admitted", "Rotated", "Failed");
    }

    /** Requests that are sent in one go; one that depends on the clock is the last of them. */
    private List<NodeRequest> batch() {
        List<NodeRequest> batch = new ArrayList<>();
        while (batch.size() < LONGEST_BATCH && (batch.isEmpty() || !readsClock(batch.get(batch.size() - 1)))) {
            // Now and then a request is sent once more, as a network that duplicates would do.
            boolean resend = !batch.isEmpty() && random.nextInt(10) == 0;
            batch.add(resend ? batch.get(random.nextInt(batch.size())) : requests.next(high));
        }
        return batch;
    }

    private static boolean readsClock(NodeRequest request) {
        return request instanceof Admit || request instanceof Rotate;
    }

    private void wipeBoth() {
        note("wipe");
        wipeRealNode();
        server.wipe();
        if (random.nextBoolean()) {
            compare(batch());
        }
        compare(List.of(requests.admission()));
    }

    /** The two clocks do not tick as one, so the next request is sent only when the votes are gone on both sides. */
    private void expire() {
        Claim claim = requests.claim("one of a kind");
        List<NodeReply> replies = compare(List.of(new Acquire(claim, SHORT, 0)));
        if (replies.get(0) instanceof NodeReply.Granted) {
            claim.names().forEach(name -> {
                Inspect inspect = new Inspect(name);
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> isFree(real.ask(inspect)) && isFree(memory.ask(inspect)));
            });
            note("expired");
        }
    }

    private static boolean isFree(NodeReply reply) {
        return reply instanceof NodeReply.Seen seen && seen.vote().isEmpty();
    }

    private List<NodeReply> compare(List<NodeRequest> batch) {
        List<NodeReply> theirs =
                real.askAll(batch.stream().map(it -> addressed(it, real)).toList());
        readClock();
        for (int at = 0; at < batch.size(); at++) {
            NodeRequest request = batch.get(at);
            note(request);
            NodeReply ours = memory.ask(addressed(request, memory));
            assertThat(comparable(ours, memory))
                    .as("seed %d, memory against the real node, after %s", seed, recent)
                    .isEqualTo(comparable(theirs.get(at), real));
            follow(theirs.get(at));
        }
        return theirs;
    }

    /** Each node has a process id of its own. */
    private static NodeRequest addressed(NodeRequest request, NodeProbe node) {
        if (request instanceof Admit admit) {
            NodeFacts.Admission wanted = admit.wanted();
            String runId = addressed(wanted.runId(), node);
            return new Admit(
                    admit.recorded().map(recorded -> addressed(recorded, node)),
                    new NodeFacts.Admission(runId, wanted.nodes(), wanted.high(), wanted.maxTtl()));
        }
        return request;
    }

    private static String addressed(String process, NodeProbe node) {
        return process.equals(RandomRequests.PRESENT_PROCESS) ? node.facts().runId() : process;
    }

    private static String comparable(NodeReply reply, NodeProbe node) {
        return ComparableReply.of(reply).replace(node.facts().runId(), RandomRequests.PRESENT_PROCESS);
    }

    /** Tokens start from the clock, so the node in memory is given the reading that the real one took. */
    private void readClock() {
        memoryClock = rotatedMicros().orElse(memoryClock);
    }

    private void follow(NodeReply reply) {
        asked++;
        kinds.add(reply.getClass().getSimpleName());
        if (reply instanceof NodeReply.Granted granted) {
            high = granted.value();
        } else if (reply instanceof NodeReply.Admitted admitted) {
            high = admitted.high();
        }
    }

    private void note(Object what) {
        recent.add(what.toString());
        if (recent.size() > 12) {
            recent.remove();
        }
    }
}
