package dev.redlock.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Where a server listens, and what it wants to hear first. */
record Endpoint(String host, int port, Optional<String> password) {
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final long POLL_NANOS = Duration.ofMillis(1).toNanos();

    static Endpoint of(String host, int port, List<String> serverArguments) {
        int option = serverArguments.indexOf("--requirepass");
        boolean hasPassword = option >= 0 && option + 1 < serverArguments.size();
        return new Endpoint(host, port, hasPassword ? Optional.of(serverArguments.get(option + 1)) : Optional.empty());
    }

    String uri() {
        return "redis://" + host + ":" + port;
    }

    RespSocket.Reply ask(String... words) {
        try {
            return askOnce(words);
        } catch (IOException e) {
            throw new UncheckedIOException(uri() + " did not answer " + String.join(" ", words) + ": " + e, e);
        }
    }

    /** Asks for something that a healthy server never refuses. */
    void demand(String... words) {
        RespSocket.Reply reply = ask(words);
        if (reply.isError()) {
            throw new IllegalStateException(uri() + " refused " + String.join(" ", words) + ": " + reply.text());
        }
    }

    /** Forgets keys, scripts and statistics. False if the server cannot, as a replica or a busy one. */
    boolean empty() {
        try {
            return !askOnce("FLUSHALL").isError()
                    && !askOnce("SCRIPT", "FLUSH").isError()
                    && !askOnce("CONFIG", "RESETSTAT").isError();
        } catch (IOException e) {
            return false;
        }
    }

    /** Saves all keys and ends the server. It answers only if it refuses; otherwise the connection just ends. */
    void shutdownWithSave() {
        try {
            RespSocket.Reply reply = askOnce("SHUTDOWN", "SAVE");
            throw new IllegalStateException(uri() + " refused to save and shut down: " + reply.text());
        } catch (IOException e) {
            // As it should be. Whoever asked goes on to wait for the end of the process, and finds out if it stays.
        }
    }

    /** Waits until the server answers, and {@code sign} shows in what it says of itself. False if it ended instead. */
    boolean awaitReady(String sign, BooleanSupplier isAlive) {
        long start = System.nanoTime();
        while (!isReady(sign)) {
            if (!isAlive.getAsBoolean() || System.nanoTime() - start > START_TIMEOUT.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private boolean isReady(String sign) {
        try {
            // INFO answers while a dump is still being loaded, PING does not.
            return askOnce("PING").text().equals("PONG")
                    && askOnce("INFO", "server").text().contains(sign);
        } catch (IOException e) {
            return false;
        }
    }

    private RespSocket.Reply askOnce(String... words) throws IOException {
        try (RespSocket socket = RespSocket.open(host, port, REPLY_TIMEOUT)) {
            if (password.isPresent()) {
                socket.ask("AUTH", password.get());
            }
            return socket.ask(words);
        }
    }
}
