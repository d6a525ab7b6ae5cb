package dev.redlock.testkit.redis;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The wall clock of another process, a JVM for example, for a test to move. Its monotonic clock stays as it is.
 *
 * <p>Start the process with {@link #environment()} added to its own.
 */
public final class MovableClock implements AutoCloseable {
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

    /** Overwrites the file in place: a process has it mapped, and dies of SIGBUS if it is shortened for a moment. */
    static void write(Path file, Duration ahead) {
        ByteBuffer nanos = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        try {
            Files.write(file, nanos.putLong(ahead.toNanos()).array(), CREATE, WRITE);
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
