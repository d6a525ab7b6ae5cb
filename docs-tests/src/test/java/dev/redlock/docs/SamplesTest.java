package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the documentation shows is what tests run. */
class SamplesTest {
    private final List<Page> pages = Repository.pages();
    private final List<Sample> samples = Repository.samples();

    @Test
    void every_java_sample_is_run_by_a_test() {
        Set<String> run = samples.stream().map(Sample::shown).collect(Collectors.toSet());

        List<String> notRun = blocks().stream()
                .filter(block -> !run.contains(shown(block)))
                .map(block -> block.place() + " is not what any test runs" + nearest(block))
                .toList();

        assertThat(notRun).isEmpty();
    }

    @Test
    void every_sample_of_a_test_is_shown_somewhere() {
        Set<String> shown = blocks().stream().map(SamplesTest::shown).collect(Collectors.toSet());

        List<String> unused = samples.stream()
                .filter(sample -> !shown.contains(sample.shown()))
                .map(Sample::place)
                .toList();

        assertThat(unused).isEmpty();
    }

    @Test
    void there_are_samples_to_compare() {
        assertThat(blocks()).hasSizeGreaterThan(10);
        assertThat(samples).hasSizeGreaterThan(10);
    }

    private List<Page.Block> blocks() {
        return pages.stream().flatMap(page -> page.blocks("java").stream()).toList();
    }

    private static String shown(Page.Block block) {
        return Sample.withoutSpace(String.join("\n", block.code()));
    }

    /** The sample that begins like this one for longest, and where the two part. */
    private String nearest(Page.Block block) {
        String shown = shown(block);
        int longest = 0;
        String nearest = "";
        for (Sample sample : samples) {
            String other = sample.shown();
            int common = commonStart(shown, other);
            if (common > longest) {
                longest = common;
                nearest = String.format(
                        "; nearest is %s, which goes on with \"%s\" instead of \"%s\"",
                        sample.place(), excerpt(other, common), excerpt(shown, common));
            }
        }
        return nearest;
    }

    private static int commonStart(String one, String other) {
        int common = 0;
        while (common < Math.min(one.length(), other.length()) && one.charAt(common) == other.charAt(common)) {
            common++;
        }
        return common;
    }

    private static String excerpt(String text, int from) {
        return text.substring(from, Math.min(text.length(), from + 40));
    }
}
