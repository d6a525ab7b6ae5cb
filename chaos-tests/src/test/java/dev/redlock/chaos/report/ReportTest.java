package dev.redlock.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Verdict;
import dev.redlock.chaos.check.Violation;
import dev.redlock.chaos.check.rules.Rules;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Promises;
import dev.redlock.chaos.history.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    static final String EVIL = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'&\u2028";

    @Test
    void the_page_needs_nothing_from_outside() throws IOException {
        Path sample = Report.write(SampleResults.create(42, 5), Path.of("target", "chaos-report-sample"));
        String page = Files.readString(sample).replace("http://www.w3.org/2000/svg", "");

        assertThat(page)
                .doesNotContain("http:", "https:", "//cdn", "@import", " src=")
                .containsOnlyOnce("<link ")
                .contains("<link rel=\"icon\" href=\"data:,\">");
    }

    @Test
    void the_summary_has_our_lock_first_and_no_lock_last_and_a_cell_for_every_run() {
        ChaosResults results = SampleResults.create(1, 5);
        String summary = new SummaryTable(results).html();

        assertThat(summary)
                .containsSubsequence(
                        "<th scope=\"col\" class=\"ours\">Redlock (ours)</th>",
                        "<th scope=\"col\">lease lock</th>",
                        "<th scope=\"col\">no lock</th>",
                        "<b>S01</b>",
                        "<strong>safe</strong>",
                        "<strong>broken</strong>",
                        "payout twice or lost</span><b> ×2</b>");
        assertThat(Pattern.compile("href=\"#run-\\d+\"")
                        .matcher(summary)
                        .results()
                        .distinct()
                        .count())
                .isEqualTo(results.runs().size());
    }

    @Test
    void the_headline_says_it_in_a_sentence() {
        assertThat(headline(Verdict.SAFE)).contains("Our lock kept every promise in 1 scenario.");
        assertThat(headline(Verdict.SAFE, Verdict.SAFE)).contains("Our lock kept every promise in all 2 scenarios.");
        assertThat(headline(Verdict.SAFE, Verdict.VACUOUS))
                .contains("Our lock broke no promise, but 1 of 2 scenarios showed nothing.");
        assertThat(headline(Verdict.VACUOUS, Verdict.VIOLATED, Verdict.SAFE))
                .contains("Our lock broke a promise in 1 of 3 scenarios.");
        assertThat(headline()).contains("No run of our lock is in this report.");
    }

    @Test
    void every_broken_promise_has_plain_words_for_the_table() {
        for (Checker checker : Rules.all()) {
            assertThat(Words.broken(checker.id())).as(checker.id()).isNotEqualTo(checker.id());
        }
    }

    @Test
    void a_survivor_and_a_broken_control_are_not_hidden() {
        Run control = new Run(
                "S00", "calm", "ours", Role.CONTROL, 1, Verdict.VIOLATED, List.of(), Map.of(), Map.of(), nothing());
        ChaosResults results = new ChaosResults(
                "quick",
                1,
                List.of(control),
                List.of(new MutantResult("M01", "a", List.of("S01")), new MutantResult("M02", "b", List.of())));

        assertThat(new Headline(results).html())
                .contains("the test bench itself is broken")
                .contains("1 of 2 mistakes built into the lock were not caught: M02.");
        assertThat(new MutantTable(results.mutants()).html()).containsSubsequence("M01", "caught", "M02", "survived");
    }

    @Test
    void a_run_with_thousands_of_broken_promises_lists_a_few_and_says_how_many_more() {
        Violation violation = new Violation("INV-ONCE", "r", 5, "Paid twice.");
        Run run = new Run(
                "S01",
                "pause",
                "none",
                Role.PEER,
                7,
                Verdict.VIOLATED,
                Collections.nCopies(3000, violation),
                Map.of(),
                Map.of(),
                nothing());

        String card = new RunCards(List.of(run)).html();

        assertThat(card).contains("3000 broken promises", "<summary>2994 more</summary>", "The other 2900 are marked");
        assertThat(Pattern.compile("class=\"when\"").matcher(card).results().count())
                .isEqualTo(100);
    }

    @Test
    void no_text_can_leave_its_place() {
        ChaosResults evil = evil();
        String page = Report.page(evil);

        assertThat(page).doesNotContain("<img");
        assertThat(page.split("</script>", -1)).hasSameSizeAs(page.split("<script", -1));
        assertThat(TimelineJson.of(evil.runs().get(0))).doesNotContain("<", ">", "\u2028");
        assertThat(Pattern.compile("<script").matcher(page).results().count())
                .as("four of the page and one for the data of each run")
                .isEqualTo(4 + evil.runs().size());
        assertThat(ResultsJson.of(evil)).doesNotContain("<", "\u2028");
    }

    @Test
    void results_for_machines_have_the_verdicts_and_the_counts(@TempDir Path folder) throws IOException {
        Violation violation = new Violation("INV-ONCE", "r", 5, "Paid \"twice\".");
        Run run = new Run(
                "S01",
                "pause",
                "ours",
                Role.OURS,
                7,
                Verdict.VIOLATED,
                List.of(violation, violation),
                Map.of("grants", 3L),
                Map.of("p99 acquire ms", 1.5),
                nothing());

        Report.write(
                new ChaosResults("quick", 42, List.of(run), List.of(new MutantResult("M01", "t", List.of("S02")))),
                folder);

        assertThat(Files.readString(folder.resolve("results.json")))
                .isEqualTo("{\"size\":\"quick\",\"seed\":42,\"runs\":[{\"scenario\":\"S01\",\"lock\":\"ours\","
                        + "\"role\":\"OURS\",\"seed\":7,\"verdict\":\"VIOLATED\",\"violations\":{\"INV-ONCE\":2},"
                        + "\"counters\":{\"grants\":3},\"measures\":{\"p99 acquire ms\":1.5}}],"
                        + "\"mutants\":[{\"id\":\"M01\",\"title\":\"t\",\"killedBy\":[\"S02\"]}]}\n");
        assertThat(folder.resolve("index.html")).content().contains("Paid &quot;twice&quot;.");
    }

    @Test
    void a_timeline_counts_microseconds_from_the_start_and_keeps_large_tokens_exact() {
        Operation grant = new Operation(
                "A", 1, Kind.ACQUIRE, "r", 5_000_000, 7_000_000, Outcome.OK, Long.MAX_VALUE, 9_000_000, "", 0, "");
        Operation lost =
                new Operation("B", 1, Kind.WRITE, "r", 8_000_000, Operation.NEVER, Outcome.INFO, 0, 0, "p", 12, "gone");
        History history = new History(
                List.of(grant, lost), List.of(), List.of(), nothing().facts());

        assertThat(TimelineJson.of(run(Verdict.SAFE, "S01", history)))
                .contains("\"end\":3000,")
                .contains("\"tokens\":[[\"9223372036854775807\"]]")
                .contains(
                        "\"ops\":[[0,1,\"ACQUIRE\",0,0,2000,\"OK\",0,4000,\"\",0,\"\"],[1,1,\"WRITE\",0,3000,-1,\"INFO\",-1,-1,\"p\",12,\"gone\"]]");
    }

    @Test
    void numbers_that_are_none_do_not_break_the_results() {
        assertThat(Json.of(Map.of("x", Double.NaN))).isEqualTo("{\"x\":null}");
        assertThat(Json.of(List.of(Map.of(), List.of(), true, 1L))).isEqualTo("[{},[],true,1]");
    }

    /** A run in which every text wants to be a script. */
    static ChaosResults evil() {
        Operation evil = new Operation(EVIL, 1, Kind.WRITE, EVIL, 5, 7, Outcome.OK, 1, 0, EVIL, 0, EVIL);
        Operation other = new Operation("B", 1, Kind.ACQUIRE, "r", 5, 7, Outcome.OK, 1, 900, "", 0, "");
        Setup setup = new Setup(List.of(EVIL), 1000, 20);
        History history = new History(
                List.of(evil, other),
                List.of(new Fault(EVIL, EVIL, 5, 9, EVIL)),
                List.of(),
                Facts.of(setup, new Promises(true, true, 0)));
        Run run = new Run(
                EVIL,
                EVIL,
                EVIL,
                Role.OURS,
                1,
                Verdict.VIOLATED,
                List.of(new Violation(EVIL, EVIL, 6, EVIL)),
                Map.of(EVIL, 1L),
                Map.of(EVIL, 1.0),
                history);
        return new ChaosResults(EVIL, 1, List.of(run), List.of(new MutantResult(EVIL, EVIL, List.of(EVIL))));
    }

    private static String headline(Verdict... verdicts) {
        List<Run> runs = IntStream.range(0, verdicts.length)
                .mapToObj(i -> run(verdicts[i], "S0" + i, nothing()))
                .toList();
        return new Headline(new ChaosResults("quick", 1, runs, List.of())).html();
    }

    private static Run run(Verdict verdict, String scenario, History history) {
        return new Run(scenario, "t", "ours", Role.OURS, 1, verdict, List.of(), Map.of(), Map.of(), history);
    }

    private static History nothing() {
        Facts facts = Facts.of(new Setup(List.of(), 1000, 20), new Promises(true, true, 0));
        return new History(List.of(), List.of(), List.of(), facts);
    }
}
