package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.cli.Cli.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be done is answered with one line that says why, the right exit code, and no stack trace. */
class BadInputTest {
    private static final int USAGE = 64;
    private static final int NO_QUORUM = 69;
    private static final int SETUP = 78;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "status a b",
                "status a --colour",
                "list a b",
                "list --jsn",
                "watch --every soon",
                "watch --every 1ms",
                "watch --times many",
                "unlock a",
                "unlock --force",
                "unlock --force --json a",
                "exec",
                "exec a",
                "exec a --",
                "exec a --ttl 30 -- true",
                "exec a --ttl 500ms -- true",
                "exec a --ttl 2m -- true",
                "exec a --ttl 6s --grace 5s -- true",
                "exec a --wait 1s --no-wait -- true",
                "exec a --max-hold 0s -- true",
                "doctor x",
                "demo x",
                "demo --html /nonexistent/folder/x.html",
                "sandbox -n 0 -- true",
                "sandbox -n three",
                "completion x",
                "lock a",
                "--nodes"
            })
    void a_wrong_command_line_is_64(String line) {
        Result result = new Cli().with("REDLOCK_NODES", "redis://127.0.0.1:1").run(line.split(" ", -1));

        assertThat(result.exitCode()).as(result.err()).isEqualTo(USAGE);
        requireOneLine(result);
    }

    @Test
    void a_mistyped_command_gets_a_suggestion() {
        assertThat(new Cli().run("lsit").err()).contains("did you mean", "list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status a", "list", "watch", "unlock --force --yes a", "exec a --no-wait -- true"})
    void no_nodes_at_all_is_64_and_says_where_they_come_from(String line) {
        Result result = new Cli().run(line.split(" ", -1));

        assertThat(result.exitCode()).isEqualTo(USAGE);
        requireOneLine(result);
        assertThat(result.err()).contains("--nodes", "REDLOCK_NODES");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status a", "list", "watch", "unlock --force --yes a", "exec a --no-wait -- true"})
    void nodes_that_cannot_be_reached_are_69(String line) throws IOException {
        Result result = Cli.withNodes(closedPorts()).run(line.split(" ", -1));

        assertThat(result.exitCode()).as(result.err()).isEqualTo(NO_QUORUM);
        requireOneLine(result);
        assertThat(result.err()).contains("Connection refused");
    }

    @Test
    void the_doctor_calls_unreachable_nodes_critical() throws IOException {
        Result result = Cli.withNodes(closedPorts()).run("doctor");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("CRITICAL", "Connection refused", "nobody gets a lock");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void an_address_that_cannot_be_read_is_64_and_its_password_is_not_shown() {
        Result result = new Cli().run("status", "a", "--nodes", "redis://:geheim@n1:63 79:x");

        assertThat(result.exitCode()).isEqualTo(USAGE);
        requireOneLine(result);
        assertThat(result.err()).doesNotContain("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://n1:6379,redis://:ge,heim@n1:6379", "redis://:geheim@n1:6379,:geheim2@n2"})
    void a_password_is_not_shown_wherever_it_stands(String nodes) {
        Result result = new Cli().run("exec", "a", "--no-wait", "--nodes", nodes, "--", "true");

        assertThat(result.exitCode()).isNotZero();
        requireOneLine(result);
        assertThat(result.err()).doesNotContain("heim");
    }

    @Test
    void an_unknown_key_in_the_file_is_78_with_a_suggestion() throws IOException {
        Path file = Files.writeString(folder.resolve("redlock.properties"), "ndoes = redis://n1:6379\n");

        Result result = new Cli().run("status", "a", "--config", file.toString());

        assertThat(result.exitCode()).isEqualTo(SETUP);
        requireOneLine(result);
        assertThat(result.err()).contains("'ndoes'", "did you mean 'nodes'?", file.toString());
    }

    @Test
    void a_file_that_is_not_there_is_78() {
        Result result =
                new Cli().run("status", "a", "--config", folder.resolve("none").toString());

        assertThat(result.exitCode()).isEqualTo(SETUP);
        requireOneLine(result);
    }

    @Test
    void a_bad_duration_in_the_file_is_78() throws IOException {
        Path file = Files.writeString(folder.resolve("c"), "nodes = redis://127.0.0.1:1\nttl = soon\n");

        Result result = new Cli().run("exec", "a", "--config", file.toString(), "--", "true");

        assertThat(result.exitCode()).isEqualTo(SETUP);
        requireOneLine(result);
        assertThat(result.err()).contains("ttl", "'soon'", "30s");
    }

    @Test
    void a_command_that_is_not_there_is_127_before_any_node_is_asked() throws IOException {
        Result result = Cli.withNodes(closedPorts()).run("exec", "a", "--", "no-such-command-anywhere");

        assertThat(result.exitCode()).isEqualTo(127);
        requireOneLine(result);
    }

    @Test
    void a_command_that_is_not_executable_is_126() throws IOException {
        Path file = Files.writeString(folder.resolve("job.sh"), "true\n");

        Result result = Cli.withNodes(closedPorts()).run("exec", "a", "--", file.toString());

        assertThat(result.exitCode()).isEqualTo(126);
        requireOneLine(result);
    }

    @Test
    void without_a_way_to_end_a_command_as_a_whole_it_is_not_started() throws IOException {
        Result result =
                Cli.withNodes(closedPorts()).with("PATH", folder.toString()).run("exec", "a", "--", "/bin/true");

        assertThat(result.exitCode()).isEqualTo(SETUP);
        requireOneLine(result);
        assertThat(result.err()).contains("setsid", "perl", "python3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "demo", "exec", "status", "list", "watch", "unlock", "doctor", "completion"})
    void help_is_there_with_examples(String command) {
        Result result = new Cli().run((command + " --help").strip().split(" ", -1));

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Examples:", "redlock " + command);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void the_version_is_there() {
        assertThat(new Cli().run("--version").out()).matches("redlock \\d+\\.\\d+\\.\\d+\\S* \\(Java .*\\)\\s*");
    }

    @Test
    void the_completion_script_knows_every_command() {
        assertThat(new Cli().run("completion").out()).contains("exec", "status", "--held-exit-code");
    }

    static void requireOneLine(Result result) {
        assertThat(result.errLines()).hasSize(1).first().asString().startsWith("redlock: ");
        assertThat(result.out()).isEmpty();
    }

    private static List<String> closedPorts() throws IOException {
        List<String> uris = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                uris.add("redis://127.0.0.1:" + socket.getLocalPort());
            }
        }
        return uris;
    }
}
