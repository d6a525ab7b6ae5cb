package dev.redlock.benchmarks.profile;

import static dev.redlock.benchmarks.profile.AreaTest.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of allocated heap. */
class AllocationTest {

    @ParameterizedTest
    @CsvSource({
        "[B, byte[]",
        "[[I, int[][]",
        "[Ljava.lang.Object;, Object[]",
        "java.lang.String, String",
        "java.util.HashMap$Node, HashMap.Node",
        "dev.redlock.Redlock$$Lambda$186+0x00007f40f81ecac0.2032647583, Redlock (lambda)"
    })
    void a_class_is_called_as_in_source_code(String type, String readable) {
        assertThat(Allocation.readable(type)).isEqualTo(readable);
    }

    @ParameterizedTest
    @CsvSource({
        "java.util.Arrays.copyOf dev.redlock.node.lettuce.Words.of io.lettuce.core.A.b, Words.of",
        "io.netty.buffer.Buf.slice io.lettuce.core.protocol.Endpoint.write dev.redlock.Redlock.acquire, Endpoint.write",
        "java.nio.Buffer.slice io.netty.buffer.Buf.slice dev.redlock.benchmarks.Bench.main, Buf.slice",
        "dev.redlock.Lease.<init>, Lease (new)",
        "dev.redlock.time.Ticker.lambda$system$0, Ticker.system"
    })
    void the_nearest_caller_of_ours_or_of_lettuce_is_who_allocates(String stack, String owner) {
        assertThat(Allocation.owner(stack(stack))).hasValue(owner);
    }

    @Test
    void what_the_jvm_allocates_for_itself_is_left_out() {
        Allocation ofJdk = new Allocation("main", "[B", stack("java.util.Arrays.copyOf java.lang.Thread.run"), 10);

        assertThat(Allocation.largest(List.of(ofJdk), 10)).isEmpty();
    }

    @Test
    void the_first_sample_of_a_thread_does_not_count() {
        Allocation first = new Allocation("one", "[B", List.of(), 1_000_000);
        Allocation second = new Allocation("one", "[B", List.of(), 10);
        Allocation firstOfOther = new Allocation("other", "[B", List.of(), 2_000_000);

        assertThat(Allocation.withoutFirstOfThreads(List.of(first, firstOfOther, second)))
                .containsExactly(second);
    }

    @Test
    void the_largest_come_first_and_the_others_are_one_sum() {
        List<Allocation> all = List.of(
                new Allocation("main", "[B", stack("dev.redlock.Redlock.acquire"), 10),
                new Allocation("main", "[C", stack("dev.redlock.Redlock.acquire"), 15),
                new Allocation("main", "[I", stack("dev.redlock.Redlock.acquire"), 1),
                new Allocation("main", "[J", stack("dev.redlock.Redlock.acquire"), 2),
                new Allocation("main", "[B", stack("dev.redlock.Redlock.acquire"), 10));

        assertThat(Allocation.largest(all, 2))
                .containsExactly(
                        entry("byte[] ← Redlock.acquire", 20L),
                        entry("char[] ← Redlock.acquire", 15L),
                        entry("all others", 3L));
    }
}
