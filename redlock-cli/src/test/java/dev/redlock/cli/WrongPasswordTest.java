package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.cli.Cli.Result;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords: the wrong one is told, the right one is never shown. */
@RedisNodes(
        value = 3,
        arguments = {"--requirepass", "pa:ss,w@rd/1?"})
class WrongPasswordTest {
    private static final String RIGHT = "pa:ss,w@rd/1?";

    @TempDir
    private Path folder;

    private static List<String> bare(RedisNodeSet nodes) {
        return nodes.nodes().stream()
                .map(node -> node.host() + ":" + node.port())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status a", "list", "watch", "unlock --force --yes a", "exec a --no-wait -- true"})
    void a_wrong_password_is_69_and_is_not_shown(String line, RedisNodeSet nodes) {
        Result result =
                Cli.withNodes(bare(nodes)).with("REDLOCK_PASSWORD", "geheim").run(line.split(" ", -1));

        assertThat(result.exitCode()).as(result.err()).isEqualTo(69);
        BadInputTest.requireOneLine(result);
        assertThat(result.err()).contains("WRONGPASS").doesNotContain("geheim");
    }

    @Test
    void the_doctor_says_what_to_do_about_it(RedisNodeSet nodes) {
        Result result =
                Cli.withNodes(bare(nodes)).with("REDLOCK_PASSWORD", "geheim").run("doctor");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("CRITICAL", "REDLOCK_PASSWORD").doesNotContain("geheim");
    }

    @Test
    void a_password_from_the_environment_works_with_any_characters(RedisNodeSet nodes) {
        Result result =
                Cli.withNodes(bare(nodes)).with("REDLOCK_PASSWORD", RIGHT).run("status", "a");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out() + result.err()).contains("is free").doesNotContain(RIGHT);
    }

    @Test
    void a_password_from_a_file_works_and_the_doctor_wants_the_file_to_be_private(RedisNodeSet nodes)
            throws IOException {
        Path file = Files.writeString(
                folder.resolve("c"), "nodes = " + String.join(", ", bare(nodes)) + "\npassword = " + RIGHT + "\n");
        file.toFile().setReadable(true, false);

        Result result = new Cli().run("doctor", "--config", file.toString());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("can be read by others", "chmod 600").doesNotContain(RIGHT);
    }
}
