package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Words as the server reads them. */
class WordsTest {

    @Test
    void every_word_goes_with_its_length() {
        assertThat(written(Words.of("EVALSHA", "", "0123456789")::writeTo))
                .isEqualTo("$7\r\nEVALSHA\r\n$0\r\n\r\n$10\r\n0123456789\r\n");
    }

    @Test
    void the_length_is_that_of_the_bytes_and_not_of_the_letters() {
        assertThat(written(Words.of("Zürich", "🔒")::writeTo)).isEqualTo("$7\r\nZürich\r\n$4\r\n🔒\r\n");
    }

    @Test
    void half_a_letter_does_not_shift_what_follows() {
        assertThat(written(Words.of("a\ud83d", "b")::writeTo)).isEqualTo("$2\r\na?\r\n$1\r\nb\r\n");
    }

    @Test
    void no_words_are_no_bytes() {
        assertThat(Words.of().count()).isZero();
        assertThat(written(Words.of()::writeTo)).isEmpty();
    }

    @Test
    void numbers_are_words_too() {
        assertThat(written(buffer -> Words.writeCount(buffer, 130))).isEqualTo("*130\r\n");
        assertThat(written(buffer -> Words.writeWord(buffer, 0))).isEqualTo("$1\r\n0\r\n");
        assertThat(written(buffer -> Words.writeWord(buffer, 100))).isEqualTo("$3\r\n100\r\n");
    }

    private static String written(Consumer<ByteBuf> writer) {
        ByteBuf buffer = Unpooled.buffer();
        writer.accept(buffer);
        return buffer.toString(StandardCharsets.UTF_8);
    }
}
