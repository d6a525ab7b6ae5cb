package dev.redlock.docs.samples;

import static dev.redlock.docs.samples.Nodes.nodesOfAUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.AcquireResult;
import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockOptions;
import dev.redlock.LockStatus;
import dev.redlock.NodeHealth;
import dev.redlock.OnQuorumLoss;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.ReentrantView;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the guide shows, against real nodes. */
@RedisNodes(3)
class GuideSamplesTest {
    private Redlock redlock = Redlock.inMemory();
    private final List<String> log = new ArrayList<>();

    @BeforeEach
    void connect(RedisNodeSet nodes) {
        redlock.close();
        redlock = Redlock.connect(nodes.uriArray());
    }

    @AfterEach
    void close() {
        redlock.close();
    }

    @Test
    void step_by_step() {
        // sample
        try (Lease lease = redlock.acquire("payout:42")) {
            prepare();
            lease.checkValid(); // throws if the lease has ended
            pay(lease.token().value());
        }
        // end
        assertThat(log).hasSize(2);
    }

    @Test
    void once_or_with_patience() {
        Lease other = redlock.acquire("report:daily");
        // sample
        Optional<Lease> now = redlock.tryAcquire("report:daily");
        Optional<Lease> soon =
                redlock.tryAcquire("report:daily", LockOptions.defaults().withWaitTimeout(Duration.ofMillis(200)));
        // end
        assertThat(now).isEmpty();
        assertThat(soon).isEmpty();
        other.release();
    }

    @Test
    void what_went_wrong() {
        Lease other = redlock.acquire("payout:42");
        LockOptions impatient = LockOptions.defaults().withWaitTimeout(Duration.ofMillis(50));
        // sample
        try (Lease lease = redlock.acquire("payout:42", impatient)) {
            pay(lease.token().value());
        } catch (LockHeldException held) {
            answer(409, "being paid by " + held.owner().orElse("somebody else"));
        } catch (QuorumUnavailableException down) {
            answer(503, "try again later: " + down.nodes());
        }
        // end
        assertThat(log).singleElement().asString().startsWith("409");
        other.release();
    }

    @Test
    void results_instead_of_exceptions() throws Exception {
        // sample
        CompletableFuture<String> answer = redlock.acquireAsync("payout:42").thenApply(result -> {
            if (result instanceof AcquireResult.Granted granted) {
                try (Lease lease = granted.lease()) {
                    return "paid with token " + lease.token();
                }
            } else if (result instanceof AcquireResult.Held held) {
                return "busy for " + held.remaining().orElse(Duration.ZERO);
            }
            return "no quorum";
        });
        // end
        assertThat(answer.get(5, TimeUnit.SECONDS)).startsWith("paid with token ");
    }

    @Test
    void renewal() {
        // sample
        LockOptions untilDone = LockOptions.defaults()
                .withTtl(Duration.ofSeconds(30))
                .withRenewal(true)
                .withMaxHold(Duration.ofMinutes(20));
        try (Lease lease = redlock.acquire("reconciliation", untilDone)) {
            lease.onLost(reason -> stopWork(reason.toString()));
            prepare();
        }
        // end
        assertThat(log).hasSize(1);
    }

    @Test
    void who_and_why() {
        // sample
        LockOptions labelled =
                LockOptions.defaults().withOwner("payout-service eu-1").withMetadata(Map.of("request", "a1b2"));
        Lease lease = redlock.acquire("payout:42", labelled);
        LockStatus status = redlock.inspect("payout:42");
        String who = status.holder().map(LockStatus.Vote::owner).orElse("nobody");
        // end
        assertThat(who).isEqualTo("payout-service eu-1");
        lease.release();
    }

    @Test
    void the_nodes() {
        // sample
        long voting = redlock.nodes().stream()
                .filter(node -> node.state() == NodeHealth.State.VOTES)
                .count();
        boolean healthy = voting >= redlock.quorum();
        // end
        assertThat(healthy).isTrue();
    }

    @Test
    void a_job_that_had_better_run_twice_than_never(RedisNodeSet nodes) {
        nodes.node(0).kill();
        nodes.node(1).kill();
        LockOptions impatient = LockOptions.defaults().withWaitTimeout(Duration.ofMillis(50));
        assertThatThrownBy(() -> redlock.acquire("report", impatient)).isInstanceOf(QuorumUnavailableException.class);
        // sample
        LockOptions anyway = impatient.withOnQuorumLoss(OnQuorumLoss.RUN_UNPROTECTED);
        try (Lease lease = redlock.acquire("report", anyway)) {
            answer(200, lease.isProtected() ? "under the lock" : "without a lock");
        }
        // end
        assertThat(log).containsExactly("200 without a lock");
    }

    @Test
    void for_code_that_is_written_for_a_lock() {
        // sample
        ReentrantView lock = redlock.asLock("legacy", LockOptions.defaults().withRenewal(true));
        lock.lock();
        try {
            pay(lock.token().value());
        } finally {
            lock.unlock();
        }
        // end
        assertThat(log).hasSize(1);
    }

    @Test
    void several_settings(RedisNodeSet nodes) {
        // sample
        Redlock careful = Redlock.builder()
                .nodes(nodesOfAUser(nodes))
                .owner("payout-service eu-1")
                .maxTtl(Duration.ofMinutes(5))
                .policy("export:*", LockOptions.defaults().withTtl(Duration.ofMinutes(5)))
                .connect();
        // end
        try (careful) {
            assertThat(careful.optionsFor("export:1").ttl()).isEqualTo(Duration.ofMinutes(5));
        }
    }

    private void prepare() {
        log.add("prepared");
    }

    private void pay(long token) {
        log.add("paid with " + token);
    }

    private void stopWork(String reason) {
        log.add("stopped: " + reason);
    }

    private void answer(int code, String text) {
        log.add(code + " " + text);
    }
}
