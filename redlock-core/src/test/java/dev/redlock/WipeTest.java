package dev.redlock;

import static dev.redlock.ShortLeases.GUARDED;
import static dev.redlock.ShortLeases.LONGEST;
import static dev.redlock.ShortLeases.PATIENT;
import static dev.redlock.ShortLeases.TRUSTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator who deletes data under running clients costs them time, but neither a lock nor the order of tokens. */
@RedisNodes(5)
class WipeTest {
    @RegisterExtension
    final Clients clients = new Clients();

    @ParameterizedTest(name = "{0} of 5 nodes")
    @ValueSource(ints = {2, 3, 5})
    void flushing_nodes_gives_no_lock_away_and_tokens_go_on_above(int count, RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, GUARDED);
        Recorder told = new Recorder();
        Redlock rival = clients.connect(nodes, GUARDED.andThen(settings -> settings.listener(told)));
        Lease lease = holdOnAll(nodes, holder);
        List<RedisNode> flushed = nodes.nodes().subList(0, count);

        flushed.forEach(node -> node.command("FLUSHALL"));
        assertThat(Votes.count(nodes, "a")).isEqualTo(5 - count);

        ShortLeases.assertNeverGrantedBeside(lease, rival);
        assertThat(told.nodes)
                .filteredOn(event -> event.what().equals("quarantined"))
                .hasSize(count)
                .allMatch(event -> event.why().equals("its data was deleted while it ran"));
        assertThat(rival.acquire("a", PATIENT).token()).isGreaterThan(lease.token());
    }

    @Test
    void flushing_a_majority_gives_the_lock_away_where_nodes_are_trusted(RedisNodeSet nodes) {
        Redlock holder = clients.connect(nodes, GUARDED);
        Redlock trusting = clients.connect(nodes, TRUSTING);
        Lease lease = holdOnAll(nodes, holder);

        nodes.nodes().subList(0, 3).forEach(node -> node.command("FLUSHALL"));
        Optional<Lease> second =
                trusting.tryAcquire("a", LONGEST.withWaitTimeout(LONGEST.ttl().dividedBy(2)));

        assertThat(second).isPresent();
        assertThat(lease.isValid()).isTrue();
    }

    private static Lease holdOnAll(RedisNodeSet nodes, Redlock holder) {
        Lease lease = holder.acquire("a", LONGEST);
        await().until(() -> Votes.count(nodes, "a") == 5);
        return lease;
    }
}
