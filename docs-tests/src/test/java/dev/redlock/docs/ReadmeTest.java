package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The README is read in two minutes. */
class ReadmeTest {
    private final Page readme = Page.read(Repository.ROOT.resolve("README.md"));

    @Test
    void it_is_short_and_comes_to_the_point() {
        assertThat(readme.lines()).hasSizeLessThanOrEqualTo(130);
        assertThat(readme.blocks("java").get(0).line()).isLessThanOrEqualTo(21);
    }
}
