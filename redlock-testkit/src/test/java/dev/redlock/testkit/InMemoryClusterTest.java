package dev.redlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.Lease;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import org.junit.jupiter.api.Test;

class InMemoryClusterTest {
    private final InMemoryCluster cluster = InMemoryCluster.of(3);

    @Test
    void two_clients_share_one_lock() {
        try (Redlock one = cluster.connect();
                Redlock other = cluster.connect()) {
            Lease lease = one.acquire("stock:7");

            assertThat(other.tryAcquire("stock:7")).isEmpty();
            lease.release();
            assertThat(other.acquire("stock:7").token()).isGreaterThan(lease.token());
        }
    }

    @Test
    void one_stopped_node_is_not_noticed_and_two_are() {
        try (Redlock redlock = cluster.connect()) {
            cluster.stop(0);
            assertThat(redlock.tryAcquire("a")).isPresent();

            cluster.stop(1);
            assertThatThrownBy(() -> redlock.tryAcquire("b"))
                    .isInstanceOf(QuorumUnavailableException.class)
                    .hasMessageContaining("memory-1")
                    .hasMessageContaining("memory-2");

            cluster.startWithData(1);
            cluster.startWithData(0);
        }
    }

    @Test
    void wiped_nodes_do_not_give_the_lock_away() {
        try (Redlock one = cluster.connect();
                Redlock other = cluster.connect()) {
            one.acquire("stock:7");
            cluster.wipe(0);
            cluster.stop(1);
            cluster.startEmpty(1);

            assertThatThrownBy(() -> other.tryAcquire("stock:7")).isInstanceOf(QuorumUnavailableException.class);
        }
    }

    @Test
    void a_cluster_needs_nodes() {
        assertThatThrownBy(() -> InMemoryCluster.of(0)).hasMessageContaining("1 to 63");
        assertThat(cluster.size()).isEqualTo(3);
    }
}
