package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Following a page shows when it is wrong. */
class WalkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void a_page_that_is_right_can_be_followed() throws Exception {
        assertThat(follow(
                        "<!-- file: greet.sh -->",
                        "```text",
                        "echo hello $1, it took 17 ms; exit 3",
                        "```",
                        "```sh",
                        "cd .; export WHO=anna   # for what comes next",
                        "```",
                        "```console",
                        "$ sh greet.sh $WHO",
                        "hello anna, it took 2 s",
                        "$ echo $?",
                        "3",
                        "```"))
                .isEmpty();
    }

    @Test
    void a_shell_within_the_shell_gets_what_is_typed() throws Exception {
        assertThat(follow(
                        "```console",
                        "$ WHERE=inside bash",
                        "$ echo $WHERE",
                        "inside",
                        "$ exit",
                        "$ echo .$WHERE.",
                        "..",
                        "```"))
                .isEmpty();
    }

    @Test
    void a_command_that_fails_is_noticed_and_nothing_after_it_is_run() throws Exception {
        assertThat(follow("```sh", "./redlok demo", "touch after", "```"))
                .hasValueSatisfying(trouble -> assertThat(trouble).contains("./redlok demo", "ended with 127"));
        assertThat(Files.exists(folder.resolve("after"))).isFalse();
    }

    @Test
    void output_that_is_not_what_is_shown_is_noticed() throws Exception {
        assertThat(follow("```console", "$ echo free", "held", "```"))
                .hasValueSatisfying(trouble -> assertThat(trouble).contains("did not come: held", "free"));
    }

    @Test
    void a_command_that_does_not_end_is_noticed_and_ended() throws Exception {
        Walk walk = new Walk(folder, Map.of(), Duration.ofSeconds(1), quiet());

        Optional<String> trouble = walk.follow(page("```sh", "echo $BASHPID > pid; exec sleep 1000", "```"));

        assertThat(trouble).hasValueSatisfying(what -> assertThat(what).contains("did not come to an end"));
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void what_is_excused_is_not_run() throws Exception {
        assertThat(follow("<!-- not run: takes hours -->", "```sh", "touch file", "```"))
                .isEmpty();
        assertThat(Files.exists(folder.resolve("file"))).isFalse();
    }

    private Optional<String> follow(String... lines) throws Exception {
        return new Walk(folder, Map.of(), PATIENCE, quiet()).follow(page(lines));
    }

    private Page page(String... lines) {
        return new Page(folder.resolve("page.md"), List.of(lines));
    }

    private static PrintStream quiet() {
        return new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    }
}
