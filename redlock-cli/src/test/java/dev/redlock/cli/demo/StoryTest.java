package dev.redlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
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

/** The demo says what happened, whatever happened. */
class StoryTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Terminal terminal = new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            Map.of("LANG", "C.UTF-8"),
            false,
            false);

    @TempDir
    private Path folder;

    /** A step of one act. */
    private record Act(ThrowingAct act) implements Step {
        interface ThrowingAct {
            void play(Scene scene) throws Exception;
        }

        @Override
        public String title() {
            return "a step";
        }

        @Override
        public String summary() {
            return "all well";
        }

        @Override
        public void play(Scene scene) throws Exception {
            act.play(scene);
        }
    }

    private List<Story.Told> tell(Act.ThrowingAct act) throws InterruptedException {
        try (Narrator narrator = new Narrator(terminal)) {
            List<Story.Told> told = new Story(narrator).tell(List.of(new Act(act)));
            new Story(narrator).table(told);
            return told;
        }
    }

    @Test
    void a_claim_that_holds_is_as_told() throws Exception {
        List<Story.Told> told = tell(scene -> scene.proved(true, "two and two are four"));

        assertThat(Story.isAsTold(told)).isTrue();
        assertThat(text()).contains("✓ two and two are four", "all well");
    }

    @Test
    void a_claim_that_does_not_hold_is_not_as_told_and_ends_the_step() throws Exception {
        List<Story.Told> told = tell(scene -> {
            scene.proved(false, "paid once");
            scene.proved(true, "never said");
        });

        assertThat(Story.isAsTold(told)).isFalse();
        assertThat(text()).contains("✗ paid once", "NOT AS TOLD").doesNotContain("never said", "all well");
    }

    @Test
    void a_step_that_breaks_is_not_as_told() throws Exception {
        List<Story.Told> told = tell(scene -> {
            scene.proved(true, "so far");
            throw new IllegalStateException("something broke");
        });

        assertThat(Story.isAsTold(told)).isFalse();
        assertThat(text()).contains("✗ this step could not be played", "something");
    }

    @Test
    void a_step_that_proves_nothing_is_not_as_told() throws Exception {
        assertThat(Story.isAsTold(tell(scene -> scene.note("trust me")))).isFalse();
    }

    @Test
    void the_page_shows_every_line_and_escapes_it() throws Exception {
        List<Story.Told> told = tell(scene -> scene.proved(true, "a < b"));

        assertThat(Timeline.of(told, Duration.ofSeconds(1))).contains("a &lt; b", "class=\"proved\"", "1. a step");
    }

    @Test
    void the_whole_demo_behaves_as_told_in_less_than_a_minute() throws Exception {
        Path html = folder.resolve("timeline.html");
        long start = System.nanoTime();

        int exitCode = new Demo(terminal).run(Optional.of(html));

        assertThat(exitCode).as(text()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        assertThat(text())
                .contains("PAID TWICE", "refused, paid once", "payout:5 was paid 2 times", "payout:6 was paid once")
                .contains("in quarantine", "1/7", "7/7", "Where to go next")
                .doesNotContain("\u001b", "✗");
        assertThat(Files.readString(html)).contains("Everything behaved as told", "payout:5 was paid 2 times");
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
