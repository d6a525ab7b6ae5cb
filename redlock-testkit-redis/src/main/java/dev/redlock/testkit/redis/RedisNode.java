package dev.redlock.testkit.redis;

import java.time.Duration;

/**
 * One real Redis, together with the faults that can be done to it.
 *
 * <p>A node keeps its port for life, whatever is done to it. By default it writes nothing to disk by itself, so {@link
 * #kill()} followed by {@link #start()} loses all keys, as a Redis without persistence does.
 */
public interface RedisNode {
    /** For example {@code redis://127.0.0.1:20001}. */
    String uri();

    String host();

    int port();

    /**
     * The process id of the server that runs now.
     *
     * @throws UnsupportedOperationException if the server runs in a container
     */
    long pid();

    /** Where the server comes from and which version it is, for example {@code embedded 6.2.11}. */
    String provider();

    /** Whether there is a server process. A paused one counts as running. */
    boolean isRunning();

    /** Ends the server as {@code kill -9} does. */
    void kill();

    /** Shuts the server down cleanly. Keys are saved only if the server was started with persistence. */
    void stop();

    /** Starts the server again, on the same port and with the data it has on disk. Does nothing if it runs. */
    void start();

    /** Ends the server as {@code kill -9} does, forgets all its data and starts it again. */
    void restartEmpty();

    /** Saves all keys and restarts the server with them. Nothing can be written in between. */
    void restartWithData();

    /** Saves all keys and puts a copy aside for {@link #restartFromSnapshot()}. */
    void takeSnapshot();

    /** Ends the server as {@code kill -9} does and starts it with the data of the last {@link #takeSnapshot()}. */
    void restartFromSnapshot();

    /** Freezes the server: connections stay open and nothing answers. Returns once it really stands still. */
    void pause();

    /** Lets a paused server go on, with everything that was sent to it meanwhile. */
    void resume();

    boolean canMoveClock();

    /**
     * Sets how far the server's wall clock is ahead of the real one (behind, if negative). {@code TIME} and the expiry
     * of keys follow at once, and the offset outlives restarts.
     *
     * @throws UnsupportedOperationException if {@link #canMoveClock()} is false; the message says what is missing
     */
    void moveClock(Duration offset);

    /**
     * Sends one command on a connection of its own and returns the reply as {@code redis-cli} would print it into a
     * pipe: elements of arrays on a line each, nil as an empty text, errors as their text.
     *
     * @throws java.io.UncheckedIOException if the node does not answer
     */
    String command(String... words);
}
