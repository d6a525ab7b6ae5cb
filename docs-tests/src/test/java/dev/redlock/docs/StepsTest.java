package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every command in the documentation is tried, or says why not. {@code .ci/docs} tries them. */
class StepsTest {

    @Test
    void every_page_can_be_followed() {
        List<Step> steps = Repository.pages().stream()
                .flatMap(page -> Steps.of(page).stream())
                .toList();

        assertThat(steps).filteredOn(Step.Type.class::isInstance).hasSizeGreaterThan(20);
        assertThat(steps).filteredOn(Step.Save.class::isInstance).isNotEmpty();
    }

    @Test
    void what_is_typed_and_what_has_to_come_are_told_apart() {
        Page page = page("```console", "$ one \\", "  more", "shown", "$ echo $?", "3", "```");

        assertThat(Steps.of(page))
                .containsExactly(
                        new Step.Type(place(page), "one \\\n  more", Optional.of(List.of("shown")), true),
                        new Step.Type(place(page), "echo $?", Optional.of(List.of("3")), false));
    }

    @Test
    void a_comment_above_the_block_excuses_all_of_it_or_one_command() {
        Page all = page("<!-- not run: takes hours -->", "```sh", "one", "two", "```");
        Page first = page("<!-- not run: `one`: takes hours -->", "```sh", "one of them", "two", "```");

        assertThat(Steps.of(all)).hasSize(2).allMatch(Step.Skip.class::isInstance);
        assertThat(Steps.of(first))
                .containsExactly(
                        new Step.Skip(place(first), "one of them", "takes hours"),
                        new Step.Type(place(first), "two", Optional.empty(), false));
    }

    @Test
    void a_block_that_does_not_say_what_it_is_is_an_error() {
        assertThatThrownBy(() -> Steps.of(page("```", "./redlock demo", "```")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not say what it is");
    }

    @Test
    void an_excuse_without_a_reason_is_an_error() {
        assertThatThrownBy(() -> Steps.of(page("<!-- not run -->", "```sh", "./redlock demo", "```")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not understood");
    }

    private static Page page(String... lines) {
        return new Page(Path.of("page.md").toAbsolutePath(), List.of(lines));
    }

    private static String place(Page page) {
        return page.blocks().get(0).place();
    }
}
