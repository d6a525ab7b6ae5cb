package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command under a lock: what it sees, what comes back, and which signals reach it. */
@RedisNodes(3)
@Isolated("twenty processes need the cores")
class ExecTest {
    @TempDir
    private Path folder;

    @Test
    void the_command_sees_its_token_and_its_arguments_and_its_input_and_its_exit_code_is_kept(RedisNodeSet nodes)
            throws Exception {
        String script = "echo \"$FENCING_TOKEN $REDLOCK_NAME $REDLOCK_VALID_UNTIL\"; echo \"$@\"; cat; exit 7";
        long now = System.currentTimeMillis() / 1000;
        try (CliProcess cli = CliProcess.reading(
                "the input\n", folder, nodes.uris(), "exec", "a b", "--", "sh", "-c", script, "x", "@y", "--ttl", "")) {

            assertThat(cli.awaitExit()).isEqualTo(7);
            List<String> lines = cli.out().lines().toList();
            String[] seen = lines.get(0).split(" ", -1);
            assertThat(Long.parseLong(seen[0])).isPositive();
            assertThat(seen[1] + " " + seen[2]).isEqualTo("a b");
            assertThat(Long.parseLong(seen[3])).isBetween(now + 20, now + 80);
            assertThat(lines.subList(1, lines.size())).containsExactly("@y --ttl ", "the input");
            assertThat(cli.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 42", "TERM, 43", "HUP, 44"})
    void a_signal_reaches_the_command_and_its_exit_code_is_kept(String signal, int exitCode, RedisNodeSet nodes)
            throws Exception {
        String script = "trap 'exit " + exitCode + "' " + signal + "; echo up > up; while :; do sleep 0.05; done";
        try (CliProcess cli = CliProcess.start(folder, nodes.uris(), "exec", "a", "--", "sh", "-c", script)) {
            cli.awaitLine(folder.resolve("up"));

            cli.signal(signal);

            assertThat(cli.awaitExit()).isEqualTo(exitCode);
            assertThat(nodes.node(0).command("EXISTS", "redlock:a"))
                    .as("the lock is given back")
                    .isEqualTo("0");
        }
    }

    @Test
    void a_signal_ends_a_command_that_does_not_listen_and_its_grandchild(RedisNodeSet nodes) throws Exception {
        String script = "sh -c 'echo $$ > grandchild; sleep 100 & wait' & "
                + "while [ ! -s grandchild ]; do sleep 0.02; done; echo $$ $(cat grandchild) > pids; wait";
        try (CliProcess cli = CliProcess.start(folder, nodes.uris(), "exec", "a", "--", "sh", "-c", script)) {
            String pids = cli.awaitLine(folder.resolve("pids"));
            assertThat(Processes.running(pids)).hasSize(2);

            cli.signal("TERM");

            assertThat(cli.awaitExit()).isEqualTo(128 + 15);
            assertThat(Processes.running(pids)).isEmpty();
        }
    }

    @Test
    void a_signal_while_waiting_ends_the_wait_and_starts_nothing(RedisNodeSet nodes) throws Exception {
        try (Redlock holder = Redlock.connect(nodes.uriArray());
                Lease lease = holder.acquire("a");
                CliProcess cli =
                        CliProcess.start(folder, nodes.uris(), "exec", "a", "--wait", "1h", "--", "touch", "started")) {
            assertThat(lease.isValid()).isTrue();
            // It is waiting once a node has given it a place in line.
            await().atMost(CliProcess.PATIENCE)
                    .until(() ->
                            nodes.node(0).command("ZCARD", "redlock.line:a").equals("1"));

            cli.signal("TERM");

            assertThat(cli.awaitExit()).isEqualTo(143);
            assertThat(cli.err()).contains("was not started");
            assertThat(folder.resolve("started")).doesNotExist();
        }
    }

    @Test
    void what_the_command_leaves_behind_is_ended_before_the_lock_is_given_back(RedisNodeSet nodes) throws Exception {
        try (CliProcess cli = CliProcess.start(
                folder, nodes.uris(), "exec", "a", "--", "sh", "-c", "sleep 100 & echo $! > pids; exit 5")) {

            assertThat(cli.awaitExit()).isEqualTo(5);
            assertThat(cli.err()).contains("left 1 process");
            assertThat(Processes.running(
                            Files.readString(folder.resolve("pids")).strip()))
                    .isEmpty();
        }
    }

    @Test
    void twenty_at_once_from_a_shell_loop_never_overlap_and_see_growing_tokens(RedisNodeSet nodes) throws Exception {
        String job = "mkdir busy || echo overlap >> overlaps; echo $FENCING_TOKEN >> tokens; rmdir busy";
        String loop =
                "i=0; while [ $i -lt 20 ]; do \"$@\" exec a --wait 2m -- sh -c '" + job + "' & i=$((i+1)); done; wait";
        List<String> command = new ArrayList<>(List.of("sh", "-c", loop, "loop"));
        command.addAll(CliProcess.commandLine());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).inheritIO();
        builder.environment().put("REDLOCK_NODES", String.join(",", nodes.uris()));
        Process shell = builder.start();
        try {
            assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
        }

        List<Long> tokens = Files.readAllLines(folder.resolve("tokens")).stream()
                .map(Long::parseLong)
                .toList();
        assertThat(folder.resolve("overlaps")).doesNotExist();
        assertThat(tokens).hasSize(20).doesNotHaveDuplicates().isSorted();
    }
}
