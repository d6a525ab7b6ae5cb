package dev.redlock.benchmarks.profile;

import static dev.redlock.benchmarks.profile.AreaTest.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.redlock.benchmarks.profile.Samples.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How samples are counted. */
class SamplesTest {
    private static final Sample REAPER = new Sample("process reaper", stack("java.lang.ProcessHandleImpl.wait0"));
    private static final Sample WRITES = new Sample("lettuce-1", stack("sun.nio.ch.FileDispatcherImpl.write0"));
    private static final Sample WAITS = new Sample("lettuce-1", stack("sun.nio.ch.EPoll.wait"));
    private static final Sample DECIDES = new Sample("pool-1", stack("dev.redlock.protocol.Ballot.quorum"));
    private static final Sample DECODES = new Sample("lettuce-1", stack("io.lettuce.core.Codec.decode"));

    @Test
    void a_sample_of_a_system_call_stands_for_as_many_as_there_are_threads_to_look_at() {
        Samples samples =
                new Samples(List.of(), List.of(REAPER, WRITES, REAPER, REAPER, WRITES, REAPER, WAITS, REAPER));

        assertThat(samples.weightOfSystemCall()).isEqualTo(8 / 5.0);
    }

    @Test
    void shares_are_of_the_time_in_which_threads_of_the_lock_do_not_wait() {
        Samples samples = new Samples(List.of(DECIDES, DECODES, DECODES), List.of(REAPER, WRITES, REAPER, WAITS));

        assertThat(samples.count()).isEqualTo(4);
        assertThat(samples.shares())
                .containsExactly(entry(Area.WRITE, 40.0), entry(Area.LETTUCE, 40.0), entry(Area.PROTOCOL, 20.0));
        assertThat(samples.waiting()).isEqualTo(100 * 2 / 7.0);
    }

    @Test
    void no_samples_are_no_shares() {
        Samples none = new Samples(List.of(), List.of());

        assertThat(none.shares()).isEmpty();
        assertThat(none.waiting()).isZero();
    }
}
