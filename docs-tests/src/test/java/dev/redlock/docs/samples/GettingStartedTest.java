package dev.redlock.docs.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The programs of the first steps, as they are shown. {@code .ci/docs} runs them from their files. */
@RedisNodes(3)
class GettingStartedTest {

    @FunctionalInterface
    private interface Program {
        void run(String[] args) throws Exception;
    }

    @Test
    void the_first_lock(RedisNodeSet nodes) throws Exception {
        assertThat(output(FirstLock::main, nodes)).singleElement().asString().startsWith("paid, token ");
    }

    @Test
    void a_payout_behind_a_fence(RedisNodeSet nodes) throws Exception {
        List<String> lines = output(FencedPayout::main, nodes);

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("attempt 1: Done[");
        assertThat(lines.get(1)).startsWith("attempt 2: AlreadyDone[");
        assertThat(lines.get(2)).isEqualTo("next holder: done");
        assertThat(lines.get(3)).startsWith("late holder: refused, ");
    }

    private static List<String> output(Program program, RedisNodeSet nodes) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            program.run(new String[] {String.join(",", nodes.uris())});
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
