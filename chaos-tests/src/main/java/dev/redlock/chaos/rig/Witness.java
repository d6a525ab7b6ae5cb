package dev.redlock.chaos.rig;

import dev.redlock.chaos.history.Vote;
import dev.redlock.testkit.redis.RedisNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Listens to all that one node does ({@code MONITOR}), on a connection that leads past all links. It hears what the node did,
 * stamped by the node, and nothing of what clients believe.
 */
final class Witness implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int CONNECT_MILLIS = 200;
    private static final int CALLS_KEPT = 500;

    private final RedisNode node;
    private final VoteBook book;
    private final Deque<MonitorLine> calls = new ArrayDeque<>();
    private final Thread thread;
    private Duration ttl = Duration.ZERO;
    private String marker = "";
    private int markers;
    private boolean hears;
    private long silentSince = System.nanoTime();
    private volatile boolean closed;
    private volatile Socket socket = new Socket();

    Witness(String name, RedisNode node, NodeClock clock) {
        this.node = node;
        this.book = new VoteBook(name, clock);
        this.thread = new Thread(this::listen, "witness of " + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        while (!closed) {
            try (Socket fresh = new Socket()) {
                socket = fresh;
                fresh.connect(new InetSocketAddress(node.host(), node.port()), CONNECT_MILLIS);
                fresh.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
                // A byte is a character, whatever names people choose: MONITOR escapes all others.
                read(new BufferedReader(new InputStreamReader(fresh.getInputStream(), StandardCharsets.ISO_8859_1)));
            } catch (IOException ended) {
                // The node is down.
            }
            deaf();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void read(BufferedReader in) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long now = System.nanoTime();
            if (line.equals("+OK")) {
                hearsAgain(now);
            } else {
                MonitorLine.parse(line.substring(1)).ifPresent(command -> take(command, now));
            }
        }
    }

    private synchronized void hearsAgain(long now) {
        book.gap(silentSince, now, ttl);
        hears = true;
        notifyAll();
    }

    private synchronized void deaf() {
        if (hears) {
            hears = false;
            silentSince = System.nanoTime();
        }
    }

    private synchronized void take(MonitorLine line, long now) {
        if (!line.byScript() && (line.is("EVALSHA") || line.is("EVAL"))) {
            calls.addLast(line);
            if (calls.size() > CALLS_KEPT) {
                calls.removeFirst();
            }
        } else if (line.is("PING") && line.word(1).equals(marker)) {
            marker = "";
            notifyAll();
        } else {
            book.accept(line, now);
        }
    }

    /** Forgets all it has heard. Returns when it hears what the node does now. */
    synchronized void begin(Duration longestVote) {
        ttl = longestVote;
        catchUp();
        book.clear();
        calls.clear();
    }

    /** What it has heard until now. */
    synchronized List<Vote> votes() {
        if (node.isRunning()) {
            catchUp();
        }
        if (!hears) {
            book.gap(silentSince, System.nanoTime(), ttl);
        }
        return book.votes();
    }

    /** The calls of scripts that have this word in them, such as the name of a key. */
    synchronized List<List<String>> calls(String word) {
        catchUp();
        return calls.stream()
                .map(MonitorLine::words)
                .filter(words -> words.contains(word))
                .toList();
    }

    /** The node is told something, and heard being told. */
    private void catchUp() {
        awaitThat("hears " + node.uri(), () -> hears);
        marker = "chaos-witness-" + ++markers;
        node.command("PING", marker);
        awaitThat("has heard all of " + node.uri(), () -> marker.isEmpty());
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds();
    }

    private void awaitThat(String what, Condition condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.holds()) {
                long millis = (end - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    throw new IllegalStateException("expected that the witness " + what);
                }
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
