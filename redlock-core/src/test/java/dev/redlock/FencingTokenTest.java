package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FencingTokenTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1_763_264_169_000_000L, (1L << 53) - 1})
    void what_a_token_writes_it_reads_back(long value) {
        FencingToken token = new FencingToken(value);

        assertThat(FencingToken.parse(token.toString())).isEqualTo(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "0",
                "-1",
                "+1",
                "01",
                " 1",
                "1 ",
                "1\n",
                "1.0",
                "1e3",
                "0x10",
                "abc",
                "NaN",
                "9007199254740992",
                "10000000000000000",
                "99999999999999999999",
                "٣٤",
                "３"
            })
    void what_no_token_writes_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.parse(text))
                .withMessageContaining("a fencing token is");
    }

    @Test
    void no_token_at_all_is_refused_with_a_clear_message() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.parse(null))
                .withMessage("a fencing token is a number, got none");
    }

    @Test
    void a_long_or_unprintable_text_does_not_flood_the_log() {
        String hostile = "\u001b[31m\n" + "9".repeat(100_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.parse(hostile))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .hasSizeLessThan(200)
                        .contains("'?[31m?999")
                        .contains("(100006 characters)"));
    }
}
