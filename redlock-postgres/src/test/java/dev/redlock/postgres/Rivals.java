package dev.redlock.postgres;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.LockNode;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.Raise;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.node.NodeRequest.Rotate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Many threads on many connections want the same few names, some of them together, while rows are dropped all the time. What
 * they notice of each other is a violation.
 */
final class Rivals {
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final DataSource source;
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Map<String, String> inside = new ConcurrentHashMap<>();
    private final Map<String, Long> tokens = new ConcurrentHashMap<>();
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger denied = new AtomicInteger();
    private final CountDownLatch violated = new CountDownLatch(1);
    private volatile boolean stopped;

    Rivals(DataSource source) {
        this.source = source;
    }

    /** Lets them contend for so long, or until the first violation. */
    List<String> contend(int clients, int threadsEach, Duration time) throws InterruptedException {
        List<NodeProbe> probes = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try {
            for (int client = 0; client < clients; client++) {
                NodeProbe probe = open(threadsEach);
                probes.add(probe);
                for (int thread = 0; thread < threadsEach; thread++) {
                    threads.add(new Thread(() -> untilStopped(() -> take(probe))));
                }
            }
            NodeProbe sweeper = open(1);
            probes.add(sweeper);
            threads.add(new Thread(() -> untilStopped(() -> sweeper.ask(new Rotate(Duration.ZERO)))));
            threads.forEach(Thread::start);
            violated.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            stopped = true;
            for (Thread thread : threads) {
                thread.join();
            }
            probes.forEach(NodeProbe::close);
        }
        return List.copyOf(violations);
    }

    int granted() {
        return granted.get();
    }

    int denied() {
        return denied.get();
    }

    private NodeProbe open(int connections) {
        LockNode node = PostgresNode.on(source).connections(connections).create(0, "redlock");
        return NodeProbe.open(node).admitted(1);
    }

    private void untilStopped(Runnable step) {
        try {
            while (!stopped) {
                step.run();
            }
        } catch (RuntimeException | Error failure) {
            violation(failure.toString());
        }
    }

    private void take(NodeProbe probe) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        List<String> names =
                NAMES.stream().filter(name -> random.nextInt(3) == 0).toList();
        if (names.isEmpty()) {
            return;
        }
        Claim claim = Claims.of(Long.toHexString(random.nextLong()), names);
        NodeReply reply = probe.ask(new Acquire(claim, TTL, 0));
        if (reply instanceof Granted won) {
            granted.incrementAndGet();
            names.forEach(name -> enter(name, claim.holder(), won.value()));
            long token = won.value() + random.nextInt(3);
            NodeRequest use = random.nextBoolean()
                    ? new Raise(claim, won.value(), token)
                    : new Extend(claim, TTL, token, random.nextBoolean());
            expect(probe.ask(use), use, NodeReply.Confirmed.class, NodeReply.NotHeld.class);
            names.forEach(name -> leave(name, claim.holder()));
            NodeReply freed = probe.ask(new Release(claim));
            if (!freed.equals(new Freed(Found.OWN))) {
                violation("a vote was gone when it was to be released: " + freed);
            }
        } else {
            expect(reply, claim, Denied.class);
            denied.incrementAndGet();
        }
    }

    private void enter(String name, String holder, long token) {
        String other = inside.putIfAbsent(name, holder);
        if (other != null) {
            violation(holder + " got " + name + " while " + other + " had it");
        }
        Long before = tokens.put(name, token);
        if (before != null && before >= token) {
            violation("the token of " + name + " did not grow: " + before + ", " + token);
        }
    }

    private void leave(String name, String holder) {
        if (!inside.remove(name, holder)) {
            violation(holder + " lost " + name);
        }
    }

    private void violation(String what) {
        violations.add(what);
        violated.countDown();
    }

    private void expect(NodeReply reply, Object request, Class<?>... kinds) {
        for (Class<?> kind : kinds) {
            if (kind.isInstance(reply)) {
                return;
            }
        }
        violation(request + " was answered with " + reply);
    }
}
