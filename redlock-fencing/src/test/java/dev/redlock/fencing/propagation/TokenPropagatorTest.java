package dev.redlock.fencing.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.redlock.FencingToken;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenPropagatorTest {
    private static final FencingToken TOKEN = new FencingToken(34);

    private final TokenPropagator propagator = TokenPropagator.unsigned();
    private final Map<String, String> carrier = new HashMap<>();

    @ParameterizedTest
    @ValueSource(strings = {"payout:42", "a b", "100%", "ключ", "🙂", "a\"b'c;d", "%41"})
    void what_is_sent_arrives(String resource) {
        propagator.inject(carrier, resource, TOKEN, Map::put);

        assertThat(extracted()).contains(new FencedCall(resource, TOKEN));
        assertThat(carrier.get(FencingHeaders.RESOURCE)).matches("[!-~]+");
    }

    @Test
    void ordinary_names_stay_readable() {
        propagator.inject(carrier, "payout:42", TOKEN, Map::put);

        assertThat(carrier)
                .containsExactlyInAnyOrderEntriesOf(Map.of("Fencing-Resource", "payout:42", "Fencing-Token", "34"));
    }

    @Test
    void a_call_without_headers_has_no_token() {
        assertThat(extracted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "abc", "1e5", "034", "99999999999999999999", "9007199254740992"})
    void a_token_that_is_none_is_refused(String token) {
        carrier.put(FencingHeaders.RESOURCE, "x");
        carrier.put(FencingHeaders.TOKEN, token);

        assertMalformed();
    }

    @Test
    void a_resource_that_is_not_written_as_it_should_be_is_refused() {
        carrier.put(FencingHeaders.TOKEN, "34");
        for (String code : List.of(
                "", "%", "%4", "%zz", "%41", "%ff", "%C3", "a b", "é", "%0A", "x".repeat(201), "%20".repeat(5000))) {
            carrier.put(FencingHeaders.RESOURCE, code);

            assertMalformed();
        }
    }

    @Test
    void half_of_it_is_refused() {
        carrier.put(FencingHeaders.TOKEN, "34");
        assertMalformed();

        carrier.clear();
        carrier.put(FencingHeaders.RESOURCE, "x");
        assertMalformed();
    }

    @Test
    void a_token_opens_its_own_resource_only() {
        FencedCall call = new FencedCall("deal:1", TOKEN);

        assertThat(call.tokenFor("deal:1")).isEqualTo(TOKEN);
        assertThatExceptionOfType(MalformedTokenException.class)
                .isThrownBy(() -> call.tokenFor("deal:2"))
                .withMessage("the token is for 'deal:1', not for 'deal:2'");
    }

    private void assertMalformed() {
        assertThatExceptionOfType(MalformedTokenException.class).isThrownBy(this::extracted);
    }

    private Optional<FencedCall> extracted() {
        return propagator.extract(carrier, Map::get);
    }
}
