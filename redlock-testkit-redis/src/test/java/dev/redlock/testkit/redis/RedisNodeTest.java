package dev.redlock.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RedisNodes(1)
class RedisNodeTest {
    private RedisNode node;
    private int portBefore;

    @BeforeEach
    void fill(RedisNodeSet nodes) {
        node = nodes.node(0);
        portBefore = node.port();
        node.command("SET", "key", "old");
    }

    @Test
    void a_command_is_answered_as_text() {
        assertThat(node.command("PING")).isEqualTo("PONG");
        assertThat(node.command("GET", "key")).isEqualTo("old");
        assertThat(node.command("GET", "nothing")).isEmpty();
        assertThat(node.command("DEL", "key")).isEqualTo("1");
        assertThat(node.command("EVAL", "return {1,{'zwei','drü'},false}", "0")).isEqualTo("1\nzwei\ndrü\n");
        assertThat(node.command("SET", "key")).startsWith("ERR wrong number");
    }

    @Test
    void a_killed_node_refuses_and_comes_back_empty_on_its_port() {
        node.kill();

        assertThat(node.isRunning()).isFalse();
        assertThatThrownBy(() -> node.command("PING")).isInstanceOf(UncheckedIOException.class);
        node.start();
        assertThat(node.isRunning()).isTrue();
        assertThat(node.port()).isEqualTo(portBefore);
        assertThat(node.command("GET", "key")).isEmpty();
    }

    @Test
    void a_stopped_node_can_be_stopped_again_and_started_twice() {
        node.stop();
        node.stop();
        node.kill();
        assertThat(node.isRunning()).isFalse();

        node.start();
        node.start();

        assertThat(node.command("PING")).isEqualTo("PONG");
    }

    @Test
    void restarting_empty_forgets_keys_and_even_saved_ones() {
        node.command("SAVE");

        node.restartEmpty();

        assertThat(node.command("DBSIZE")).isEqualTo("0");
        assertThat(node.port()).isEqualTo(portBefore);
    }

    @Test
    void restarting_with_data_keeps_the_last_write_and_expiry() {
        node.command("SET", "key", "new", "PX", "30000");
        String runId = runId();

        node.restartWithData();

        assertThat(runId()).isNotEqualTo(runId);
        assertThat(node.command("GET", "key")).isEqualTo("new");
        assertThat(Long.parseLong(node.command("PTTL", "key"))).isBetween(1L, 30_000L);
    }

    @Test
    void restarting_from_a_snapshot_goes_back_in_time() {
        node.takeSnapshot();
        node.command("SET", "key", "new");
        node.command("SAVE");

        node.restartFromSnapshot();
        assertThat(node.command("GET", "key")).isEqualTo("old");

        node.command("SET", "key", "newer");
        node.restartFromSnapshot();
        assertThat(node.command("GET", "key")).isEqualTo("old");
    }

    @Test
    void without_a_snapshot_there_is_nothing_to_go_back_to() {
        assertThatThrownBy(node::restartFromSnapshot).hasMessageContaining("takeSnapshot()");
        assertThat(node.isRunning()).isTrue();
    }

    @Test
    @RedisNodes(
            value = 1,
            arguments = {"--appendonly", "yes", "--appendfsync", "always"})
    void a_node_that_logs_its_writes_survives_a_kill_and_has_snapshots_too(RedisNodeSet nodes) {
        RedisNode logging = nodes.node(0);
        logging.command("SET", "key", "old");
        logging.takeSnapshot();
        logging.command("SET", "key", "new");

        logging.kill();
        logging.start();
        assertThat(logging.command("GET", "key")).isEqualTo("new");

        logging.restartFromSnapshot();
        assertThat(logging.command("GET", "key")).isEqualTo("old");
    }

    @Test
    void a_paused_node_runs_but_does_not_answer_until_it_is_resumed() {
        node.pause();

        assertThat(node.isRunning()).isTrue();
        assertThatThrownBy(() -> RespSocket.open(node.host(), node.port(), Duration.ofMillis(100))
                        .ask("PING"))
                .isInstanceOf(SocketTimeoutException.class);
        node.resume();
        assertThat(node.command("GET", "key")).isEqualTo("old");
    }

    @Test
    void a_paused_node_can_be_killed_stopped_and_restarted() {
        node.pause();
        node.kill();
        node.start();
        node.pause();
        node.stop();
        node.start();
        node.command("SET", "key", "new");
        node.pause();

        node.restartWithData();

        assertThat(node.command("GET", "key")).isEqualTo("new");
    }

    @Test
    void moving_the_clock_moves_time_and_expires_keys_at_once() {
        assumeTrue(node.canMoveClock());
        node.command("SET", "key", "value", "PX", "30000");

        node.moveClock(Duration.ofSeconds(60));

        assertThat(offsetSeconds()).isBetween(59L, 61L);
        assertThat(node.command("EXISTS", "key")).isEqualTo("0");

        node.command("SET", "key", "value", "PX", "30000");
        node.moveClock(Duration.ofMillis(-60_500));

        assertThat(offsetSeconds()).isBetween(-62L, -59L);
        assertThat(Long.parseLong(node.command("PTTL", "key"))).isGreaterThan(100_000);
    }

    @Test
    void a_server_that_reads_its_clock_all_the_time_survives_its_moves() {
        assumeTrue(node.canMoveClock());
        CompletableFuture<String> busy = CompletableFuture.supplyAsync(
                () -> node.command("EVAL", "for i = 1, 300000 do redis.call('TIME') end return 'alive'", "0"));

        for (int i = 0; !busy.isDone(); i++) {
            node.moveClock(Duration.ofMillis(i % 100));
        }

        assertThat(busy).isCompletedWithValue("alive");
    }

    @Test
    void a_moved_clock_stays_moved_over_a_restart() {
        assumeTrue(node.canMoveClock());
        node.kill();
        node.moveClock(Duration.ofHours(1));

        node.start();
        node.restartEmpty();

        assertThat(offsetSeconds()).isBetween(3599L, 3601L);
    }

    @Test
    void a_node_that_cannot_move_its_clock_says_why() {
        assumeFalse(node.canMoveClock());

        assertThatThrownBy(() -> node.moveClock(Duration.ofSeconds(1)))
                .isInstanceOf(UnsupportedOperationException.class)
                .message()
                .isNotBlank()
                .doesNotContain("\n");
    }

    @Test
    void a_server_that_dies_by_itself_is_noticed_and_can_be_started() {
        assumeTrue(hasPid());
        long pid = node.pid();

        assertThatThrownBy(() -> node.command("SHUTDOWN", "NOSAVE")).isInstanceOf(UncheckedIOException.class);

        await().until(() -> !node.isRunning());
        assertThatThrownBy(node::pid).hasMessageContaining("not running");
        node.start();
        assertThat(node.pid()).isNotEqualTo(pid);
    }

    @Test
    void a_server_in_a_container_has_no_pid_and_says_so() {
        assumeTrue(node.provider().startsWith("docker"));

        assertThatThrownBy(node::pid)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("container");
    }

    @Test
    void the_provider_is_named_with_its_version() {
        assertThat(node.provider()).matches("(docker|path|embedded) .*\\d+\\.\\d+.*");
        assertThat(node.uri()).isEqualTo("redis://" + node.host() + ":" + node.port());
    }

    private boolean hasPid() {
        return !node.provider().startsWith("docker");
    }

    private String runId() {
        return node.command("INFO", "server")
                .lines()
                .filter(line -> line.startsWith("run_id"))
                .findFirst()
                .orElseThrow();
    }

    private long offsetSeconds() {
        long seconds = Long.parseLong(node.command("TIME").lines().findFirst().orElseThrow());
        return seconds - Instant.now().getEpochSecond();
    }
}
