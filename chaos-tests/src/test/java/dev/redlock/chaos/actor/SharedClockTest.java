package dev.redlock.chaos.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedClockTest {
    private static final long AN_HOUR = Duration.ofHours(1).toNanos();

    @TempDir
    Path folder;

    @Test
    void what_was_taken_from_the_own_clock_is_added_again() throws IOException {
        SharedClock clock = SharedClock.of(clockBehindBy(AN_HOUR));
        long before = System.nanoTime();
        assertThat(clock.now() - AN_HOUR).isBetween(before, System.nanoTime());
        assertThat(clock.of(before)).isEqualTo(before + AN_HOUR);
    }

    @Test
    void no_time_stays_none() throws IOException {
        assertThat(SharedClock.of(clockBehindBy(AN_HOUR)).of(0)).isZero();
    }

    private Path clockBehindBy(long nanos) throws IOException {
        ByteBuffer offsets = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder());
        return Files.write(
                folder.resolve("clock"), offsets.putLong(0).putLong(-nanos).array());
    }
}
