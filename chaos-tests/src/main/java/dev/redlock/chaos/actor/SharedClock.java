package dev.redlock.chaos.actor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The monotonic clock that all processes of this machine share, also in a process whose own one was moved. Only for what is
 * written down: whoever is tested has the own clock and knows of no other.
 */
final class SharedClock {
    private static final int OF_MONOTONIC = Long.BYTES;

    private final MappedByteBuffer offsets;

    private SharedClock(MappedByteBuffer offsets) {
        this.offsets = offsets;
    }

    /** @param file by which the clocks of this process are moved */
    static SharedClock of(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MappedByteBuffer offsets = channel.map(FileChannel.MapMode.READ_ONLY, 0, 2L * Long.BYTES);
            offsets.order(ByteOrder.nativeOrder());
            return new SharedClock(offsets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long ahead() {
        return offsets.getLong(OF_MONOTONIC);
    }

    long now() {
        while (true) {
            long ahead = ahead();
            long own = System.nanoTime();
            if (ahead == ahead()) {
                return own - ahead;
            }
        }
    }

    /** What a time of the own clock, not long from now, is on the shared one; 0 stays 0, which means none. */
    long of(long own) {
        return own == 0 ? 0 : own - ahead();
    }
}
