package dev.redlock.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.benchmarks.stats.Finding;
import dev.redlock.benchmarks.stats.Finding.Heading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How findings are shown. */
class ReportTest {
    private static final Finding PARTS =
            Finding.ofParts(new Heading("P1 areas", "areas", "µs", ""), Map.of("List<String> ← Words.of", 12.5));
    private static final Finding COMPARED =
            Finding.of(new Heading("P1", "cycles", "µs", ""), Map.of("Redlock for Java", List.of(1.0, 2.0)));

    @Test
    void parts_are_bars_with_their_share_of_the_whole_and_contenders_are_dots() {
        assertThat(Plot.of(PARTS)).contains("<rect", "12.5 µs · 100 %").doesNotContain("<circle");
        assertThat(Plot.of(COMPARED)).contains("<circle").doesNotContain("<rect");
    }

    @Test
    void a_label_is_not_taken_for_a_tag() {
        assertThat(HtmlPage.of(Map.of(), List.of(PARTS)))
                .contains("List&lt;String>")
                .doesNotContain("List<String>");
    }

    @Test
    void a_table_is_as_wide_as_its_longest_label() {
        assertThat(TextTable.of(PARTS)).contains("List<String> ← Words.of").doesNotContain("one round");
        assertThat(TextTable.of(COMPARED)).contains("(1.25–1.75)");
    }
}
