package dev.redlock.testkit.redis;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The clocks of another process, a JVM for example, for a test to move.
 *
 * <p>Start the process with {@link #environment()} added to its own.
 */
public final class MovableClock implements AutoCloseable {
    private static final long WALL = 0;
    private static final long MONOTONIC = Long.BYTES;

    private final Path library;
    private final Path offset;

    private MovableClock(Path library, Path offset) {
        this.library = library;
        this.offset = offset;
    }

    /**
     * A clock that is right until it is moved.
     *
     * @throws UnsupportedOperationException if this machine cannot; the message says what is missing
     */
    public static MovableClock create() {
        ClockShim shim = ClockShim.forThisMachine();
        try {
            Path file = Files.createTempFile("redlock-clock", ".offset");
            write(file, Duration.ZERO);
            write(file, MONOTONIC, Duration.ZERO);
            return new MovableClock(
                    shim.library().orElseThrow(() -> new UnsupportedOperationException(shim.missing())), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "REDLOCK_CLOCK", offset.toString());
    }

    /** Sets how far the process's wall clock is ahead of the real one; behind, if negative. */
    public void move(Duration ahead) {
        write(offset, ahead);
    }

    /**
     * The same for its monotonic clock: with a negative duration it seems to have stood still, as after a suspension of the
     * machine. Threads that wait for a time to pass may wake up early.
     */
    public void moveMonotonic(Duration ahead) {
        write(offset, MONOTONIC, ahead);
    }

    static void write(Path file, Duration ahead) {
        write(file, WALL, ahead);
    }

    /** Overwrites the file in place: a process has it mapped, and dies of SIGBUS if it is shortened for a moment. */
    private static void write(Path file, long position, Duration ahead) {
        ByteBuffer nanos = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        nanos.putLong(ahead.toNanos()).flip();
        try (FileChannel channel = FileChannel.open(file, CREATE, WRITE)) {
            channel.write(nanos, position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
