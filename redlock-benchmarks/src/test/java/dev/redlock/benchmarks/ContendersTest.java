package dev.redlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Contender.Hold;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is measured locks: a contender that does not would be the fastest of all. */
@RedisNodes(3)
class ContendersTest {

    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_contender_keeps_another_client_out_until_it_unlocks(Kind kind, RedisNodeSet nodes) {
        List<String> uris = kind.takesQuorum() ? nodes.uris() : nodes.uris().subList(0, 1);
        try (Contender one = kind.open(uris);
                Contender other = kind.open(uris)) {
            Hold hold = one.lock("payout:42");

            assertThat(nodes.nodes().stream().filter(ContendersTest::hasKeyOfLock))
                    .hasSizeGreaterThan(uris.size() / 2);
            assertThat(other.tryLock("payout:42")).isEmpty();

            hold.unlock();

            assertThat(other.tryLock("payout:42")).isPresent();
        }
    }

    private static boolean hasKeyOfLock(RedisNode node) {
        return node.command("KEYS", "*").contains("payout:42");
    }
}
