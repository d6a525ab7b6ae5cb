package dev.redlock.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.redlock.support.Browser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The page as people see it. The sample that it opens stays in {@code target/chaos-report-sample}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportBrowserTest {

    private static final String NOT_INSTALLED = "The report is not tested in a browser: install Chromium"
            + " (Debian: apt-get install chromium) and have it on the path.";

    private static final int BROKEN = 2;
    private static final String PLOT = "document.querySelector('#run-2 .plot')";

    @TempDir
    Path folder;

    private final Path sample = Path.of("target", "chaos-report-sample");
    private Optional<Browser> started = Optional.empty();
    private URI page = URI.create("about:blank");

    @BeforeAll
    void start() throws IOException {
        page = Report.write(SampleResults.create(42, 5), sample).toUri();
        Optional<Path> chromium = Browser.installed();
        if (chromium.isEmpty()) {
            // Build tools show that a test was skipped, but not why.
            LoggerFactory.getLogger(ReportBrowserTest.class).warn(NOT_INSTALLED);
        }
        assumeTrue(chromium.isPresent(), NOT_INSTALLED);
        started = Optional.of(new Browser(chromium.get()));
    }

    @AfterAll
    void stop() throws IOException {
        if (started.isPresent()) {
            started.get().close();
        }
    }

    @AfterEach
    void the_page_never_complains() {
        assertThat(browser().errors()).isEmpty();
    }

    @Test
    void the_verdict_and_the_summary_are_there_and_no_timeline_is_drawn_before_it_is_opened() {
        show(1440, false);

        assertThat(ask("document.querySelector('h1').textContent"))
                .isEqualTo("Our lock kept every promise in all 6 scenarios.");
        assertThat(count("#summary tbody tr")).isEqualTo(7);
        assertThat(count("#summary a.cell.violated")).isEqualTo(16);
        assertThat(ask("document.getElementById('shown').textContent")).startsWith("All 25 runs.");
        assertThat(count(".plot")).isZero();
        assertThat(ask("document.body.innerText")).as("only words for people").doesNotContain("=>", "use strict");
    }

    @Test
    void a_cell_opens_its_run_and_the_timeline_shows_holds_writes_faults_and_broken_promises() {
        show(1440, false);

        ask("document.querySelector('a[href=\"#run-2\"]').click()");
        eventually("document.querySelector('#run-2').open && !!" + PLOT);

        assertThat(count(".plot")).isEqualTo(1);
        assertThat(count("#run-2 .plot .hold")).isGreaterThanOrEqualTo(7);
        assertThat(count("#run-2 .plot .ok")).isGreaterThanOrEqualTo(9);
        assertThat(count("#run-2 .plot .fault")).isEqualTo(2);
        assertThat(count("#run-2 .plot .badge"))
                .isEqualTo(count("#run-2 .violations li"))
                .isEqualTo(4);
        assertThat(ask("document.querySelector('#run-2 .violations').textContent"))
                .contains("was paid again");
    }

    @Test
    void refused_writes_and_rising_tokens_of_our_lock_are_drawn() {
        show(1440, false);
        open(1);

        assertThat(count("#run-1 .plot .no"))
                .as("in the lane, at the ledger, under its token")
                .isEqualTo(6);
        assertThat(ask("document.querySelector('#run-1 .plot .rise').getAttribute('d')"))
                .contains("H", "V");
        assertThat(count("#run-1 .plot .told")).isEqualTo(2);
    }

    @Test
    void keys_zoom_move_and_tell() {
        show(1440, false);
        open(BROKEN);
        String whole = range();
        ask(PLOT + ".focus()");

        browser().press("+");
        eventually("document.querySelector('#run-2 .range').textContent !== '" + whole + "'");
        String zoomed = range();
        browser().press("ArrowRight");
        eventually("document.querySelector('#run-2 .range').textContent !== '" + zoomed + "'");
        browser().press("n");
        eventually("!document.querySelector('#run-2 .tip').hidden");
        assertThat(ask("document.querySelector('#run-2 .tip').textContent")).startsWith("1. ");
        assertThat(ask("document.querySelector('#run-2 .sr').textContent")).startsWith("1. ");
        browser().press("0");
        eventually("document.querySelector('#run-2 .range').textContent === '" + whole + "'");
    }

    @Test
    void wheel_drag_pinch_buttons_and_sentences_change_the_view() {
        show(1440, false);
        open(BROKEN);
        List<String> acts = List.of(
                PLOT + ".dispatchEvent(new WheelEvent('wheel',{deltaY:-80,ctrlKey:true,clientX:700,cancelable:true}))",
                pointer("pointerdown", 1, 700) + pointer("pointermove", 1, 500) + pointer("pointerup", 1, 500) + "1",
                pointer("pointerdown", 1, 500) + pointer("pointerdown", 2, 600) + pointer("pointermove", 2, 800)
                        + pointer("pointerup", 1, 500) + pointer("pointerup", 2, 800) + "1",
                "document.querySelector('#run-2 [data-do=out]').click()",
                "document.querySelector('#run-2 .when').click()",
                "document.querySelector('#run-2 [data-do=all]').click()");
        for (String act : acts) {
            String before = range();
            ask("(" + act + ")");
            eventually("document.querySelector('#run-2 .range').textContent !== '" + before + "'");
        }
    }

    @Test
    void filters_leave_only_what_was_asked_for() {
        show(1440, false);

        filter("scenario", "S29");
        eventually("document.getElementById('shown').textContent === '4 of 25 runs.'");
        filter("verdict", "safe");
        eventually("document.getElementById('shown').textContent === '1 of 25 runs.'");
        assertThat(ask("document.querySelector('.run:not([hidden])').dataset.lock"))
                .isEqualTo("Redlock (ours)");
        filter("scenario", "");
        filter("verdict", "");
        filter("text", "ANSWERS LOST");
        eventually("document.getElementById('shown').textContent === '4 of 25 runs.'");
    }

    @ParameterizedTest
    @ValueSource(ints = {1440, 768, 390, 320})
    void nothing_sticks_out_at_any_width(int width) {
        show(width, false);
        open(1);
        open(BROKEN);

        assertThat(Integer.parseInt(ask("document.documentElement.scrollWidth")))
                .isLessThanOrEqualTo(width);
        assertThat(Double.parseDouble(ask(PLOT + ".querySelector('svg').getBoundingClientRect().width")))
                .isBetween(width * 0.7, (double) width);
    }

    /** Nobody looks for a column that cannot be seen. The full suite has this many locks, and names as long. */
    @ParameterizedTest
    @ValueSource(ints = {1440, 1280})
    void eight_locks_are_seen_without_scrolling(int width) {
        List<SampleLock> locks = new ArrayList<>(SampleLock.ALL);
        for (String name : List.of("a lock", "a lock with tokens, no fence", "lease-lock-on-3", "one with replicas")) {
            locks.add(new SampleLock(name, Role.PEER, true, false));
        }
        browser().show(Report.write(SampleResults.create(42, 5, locks), folder).toUri(), width, 900, false);

        assertThat(count("#summary thead th")).isEqualTo(1 + 8);
        assertThat(ask("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('#summary .scroll'))"))
                .isEqualTo("true");
        assertThat(Integer.parseInt(ask("document.documentElement.scrollWidth")))
                .isLessThanOrEqualTo(width);
    }

    @Test
    void light_and_dark_follow_the_system_until_somebody_chooses() {
        String paper = "getComputedStyle(document.body).backgroundColor";
        show(1440, true);
        assertThat(ask(paper)).isEqualTo("rgb(20, 23, 26)");
        show(1440, false);
        assertThat(ask(paper)).isEqualTo("rgb(251, 250, 247)");
        ask("document.getElementById('theme').click()");
        assertThat(ask(paper)).isEqualTo("rgb(20, 23, 26)");
        assertThat(ask("document.getElementById('theme').textContent")).isEqualTo("Light");
        ask("localStorage.removeItem('chaos-theme')");
    }

    @Test
    void text_that_wants_to_be_a_script_is_only_text() {
        browser().show(Report.write(ReportTest.evil(), folder).toUri(), 1440, 900, false);
        open(0);
        ask("document.querySelector('#run-0 .plot').focus()");
        browser().press("n");
        eventually("!document.querySelector('#run-0 .tip').hidden");

        assertThat(ask("typeof window.hacked")).isEqualTo("undefined");
        assertThat(count("img")).isZero();
        assertThat(ask("document.querySelector('#run-0 .name').textContent")).contains("</script><script>");
    }

    @Test
    void two_hundred_runs_of_five_hundred_operations_open_and_draw_one_timeline_at_a_time() {
        List<Run> many = new ArrayList<>();
        while (many.size() < 200) {
            many.addAll(SampleResults.create(many.size(), 130).runs());
        }
        ChaosResults large = new ChaosResults("large", 1, many, List.of());
        assertThat(many)
                .allSatisfy(run -> assertThat(run.history().operations()).hasSizeGreaterThan(500));
        browser().show(Report.write(large, folder).toUri(), 1440, 900, false);
        assertThat(count(".plot")).isZero();

        open(BROKEN);

        assertThat(count(".plot")).isEqualTo(1);
        assertThat(count("#run-2 .plot .hold")).isGreaterThan(80);
    }

    private Browser browser() {
        return started.orElseThrow();
    }

    private void show(int width, boolean dark) {
        browser().show(page, width, 900, dark);
    }

    private void open(int run) {
        ask("document.querySelector('#run-" + run + " summary').click()");
        eventually("!!document.querySelector('#run-" + run + " .plot svg')");
    }

    private void filter(String name, String value) {
        ask("(f => { f.%s.value = '%s'; f.dispatchEvent(new Event('input')); })(document.querySelector('.filter'))"
                .formatted(name, value));
    }

    private static String pointer(String type, int id, int x) {
        return PLOT
                + ".dispatchEvent(new PointerEvent('%s',{pointerId:%d,clientX:%d,bubbles:true})),"
                        .formatted(type, id, x);
    }

    private String range() {
        return ask("document.querySelector('#run-2 .range').textContent");
    }

    private int count(String selector) {
        return Integer.parseInt(ask("document.querySelectorAll('" + selector + "').length"));
    }

    private String ask(String expression) {
        return browser().ask(expression);
    }

    private void eventually(String condition) {
        await().until(() -> ask(condition).equals("true"));
    }
}
