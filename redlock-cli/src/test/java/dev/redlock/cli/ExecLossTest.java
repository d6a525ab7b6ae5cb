package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.cli.demo.Relay;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nobody else gets the lock while anything of the command runs: not its child, not its grandchild, although both ignore TERM;
 * whether the nodes cannot be reached, or whoever renews the lock is killed or stopped.
 */
@RedisNodes(3)
class ExecLossTest {
    private static final LockOptions RIVAL =
            LockOptions.defaults().withTtl(Duration.ofSeconds(5)).withWaitTimeout(CliProcess.PATIENCE);

    /** Writes its own process id and that of its grandchild, which lives in a shell below a shell. */
    private static final String STUBBORN = "trap '' TERM INT HUP;"
            + " sh -c 'trap \"\" TERM INT HUP; sh -c \"trap \\\"\\\" TERM; echo \\$\\$ > grandchild; while :; do sleep 0.05; done\" & wait' &"
            + " while [ ! -s grandchild ]; do sleep 0.02; done;"
            + " echo $$ $(cat grandchild) > pids;"
            + " while [ ! -e end ]; do sleep 0.05; done";

    @TempDir
    private Path folder;

    private List<Relay> links = List.of();
    private List<String> throughLinks = List.of();

    @BeforeEach
    void links(RedisNodeSet nodes) {
        links = nodes.nodes().stream()
                .map(node -> new Relay(node.host(), node.port()))
                .toList();
        throughLinks = links.stream().map(Relay::uri).toList();
    }

    @AfterEach
    void close() {
        links.forEach(Relay::close);
    }

    private CliProcess startStubborn() throws IOException {
        return CliProcess.start(folder, throughLinks, "exec", "a", "--ttl", "4s", "--", "sh", "-c", STUBBORN);
    }

    @Test
    void child_and_grandchild_are_gone_before_the_rival_gets_the_lock_when_the_nodes_are_cut_off(RedisNodeSet nodes)
            throws Exception {
        try (CliProcess cli = startStubborn();
                Redlock rival = Redlock.connect(nodes.uriArray())) {
            String pids = cli.awaitLine(folder.resolve("pids"));
            assertThat(Processes.running(pids))
                    .as("both run while the lock is held")
                    .hasSize(2);

            links.subList(0, 2).forEach(Relay::cut);
            try (Lease lease = rival.acquire("a", RIVAL)) {
                assertThat(Processes.running(pids))
                        .as("of them run under %s", lease)
                        .isEmpty();
            }

            assertThat(cli.awaitExit()).isEqualTo(76);
            assertThat(cli.err())
                    .contains("lost the lock 'a'", "too few nodes answered", "before the lease would have ended");
            assertThat(cli.err().lines()).hasSize(1);
        }
    }

    @Test
    void without_a_fault_the_command_runs_on_for_longer_than_its_ttl(RedisNodeSet nodes) throws Exception {
        try (CliProcess cli = CliProcess.start(
                        folder,
                        throughLinks,
                        "exec",
                        "a",
                        "--ttl",
                        "1s",
                        "--",
                        "sh",
                        "-c",
                        "echo > up; sleep 1.7; exit 4");
                Redlock rival = Redlock.connect(nodes.uriArray())) {
            cli.awaitLine(folder.resolve("up"));

            try (Lease lease = rival.acquire("a", RIVAL)) {
                assertThat(lease.isValid()).isTrue();
                assertThat(cli.awaitExit()).isEqualTo(4);
            }
        }
    }

    @Test
    void one_node_of_three_that_is_cut_off_does_not_cost_the_lock(RedisNodeSet nodes) throws Exception {
        try (CliProcess cli = CliProcess.start(
                folder, throughLinks, "exec", "a", "--ttl", "1s", "--", "sh", "-c", "echo > up; sleep 1.7")) {
            cli.awaitLine(folder.resolve("up"));

            links.get(0).cut();

            assertThat(cli.awaitExit()).isZero();
        }
    }

    @Test
    void child_and_grandchild_are_gone_before_the_rival_gets_the_lock_when_redlock_is_killed(RedisNodeSet nodes)
            throws Exception {
        try (CliProcess cli = startStubborn();
                Redlock rival = Redlock.connect(nodes.uriArray())) {
            String pids = cli.awaitLine(folder.resolve("pids"));
            assertThat(Processes.running(pids)).hasSize(2);

            cli.signal("KILL");
            try (Lease lease = rival.acquire("a", RIVAL)) {
                assertThat(Processes.running(pids))
                        .as("of them run under %s", lease)
                        .isEmpty();
            }
            assertThat(cli.awaitExit()).isEqualTo(137);
        }
    }

    @Test
    void child_and_grandchild_are_gone_before_the_rival_gets_the_lock_when_redlock_is_stopped(RedisNodeSet nodes)
            throws Exception {
        try (CliProcess cli = startStubborn();
                Redlock rival = Redlock.connect(nodes.uriArray())) {
            String pids = cli.awaitLine(folder.resolve("pids"));
            assertThat(Processes.running(pids)).hasSize(2);

            cli.signal("STOP");
            try (Lease lease = rival.acquire("a", RIVAL)) {
                assertThat(Processes.running(pids))
                        .as("of them run under %s", lease)
                        .isEmpty();
                cli.signal("CONT");
                assertThat(cli.awaitExit()).isEqualTo(76);
                assertThat(lease.isValid())
                        .as("the lease of the rival is left alone")
                        .isTrue();
            }
        }
    }

    @Test
    void a_lock_that_is_taken_away_by_force_ends_the_command(RedisNodeSet nodes) throws Exception {
        try (CliProcess cli = startStubborn()) {
            String pids = cli.awaitLine(folder.resolve("pids"));

            Cli.Result unlock = Cli.withNodes(nodes.uris()).run("unlock", "--force", "--yes", "a");

            assertThat(unlock.exitCode()).isZero();
            assertThat(cli.awaitExit()).isEqualTo(76);
            assertThat(cli.err()).contains("taken away");
            assertThat(Processes.running(pids)).isEmpty();
        }
    }

    @Test
    void the_longest_hold_ends_the_command(RedisNodeSet nodes) throws Exception {
        try (CliProcess cli = CliProcess.start(
                folder, nodes.uris(), "exec", "a", "--ttl", "3s", "--max-hold", "1s", "--", "sh", "-c", STUBBORN)) {
            String pids = cli.awaitLine(folder.resolve("pids"));

            assertThat(cli.awaitExit()).isEqualTo(76);
            assertThat(cli.err()).contains("--max-hold");
            assertThat(Processes.running(pids)).isEmpty();
        }
    }
}
