package dev.redlock.fencing.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.redlock.FencingToken;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenSignerTest {
    private static final byte[] OLD_KEY = "old-secret-0123456789abcdef0123456789".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW_KEY = "new-secret-0123456789abcdef0123456789".getBytes(StandardCharsets.UTF_8);
    private static final FencedCall CALL = new FencedCall("payout:42", new FencingToken(34));

    private final TokenSigner signer = TokenSigner.signingWith("old", OLD_KEY);
    private final Map<String, String> carrier = new HashMap<>();

    @Test
    void a_signed_token_is_believed() {
        send(signer);

        assertThat(receive(signer)).contains(CALL);
    }

    @Test
    void a_token_without_a_signature_is_refused() {
        TokenPropagator.unsigned().inject(carrier, CALL.resource(), CALL.token(), Map::put);

        assertForged(signer);
    }

    @Test
    void another_token_or_resource_under_the_same_signature_is_refused() {
        send(signer);
        carrier.put(FencingHeaders.TOKEN, "35");
        assertForged(signer);

        send(signer);
        carrier.put(FencingHeaders.RESOURCE, "payout:43");
        assertForged(signer);
    }

    @Test
    void a_signature_that_is_not_one_is_refused() {
        for (String rubbish : List.of("", ".", "old", "old.", "old.!!", "old.AAAA", "none.AAAA", "x".repeat(10_000))) {
            send(signer);
            carrier.put(FencingHeaders.SIGNATURE, rubbish);

            assertForged(signer);
        }
    }

    @Test
    void a_signature_under_the_name_of_another_key_is_refused() {
        send(signer);
        carrier.computeIfPresent(
                FencingHeaders.SIGNATURE, (name, signature) -> signature.replaceFirst("^old\\.", "new."));

        assertForged(signer.accepting("new", OLD_KEY));
    }

    @Test
    void keys_can_be_changed_without_refusing_anybody() {
        TokenSigner receiverFirst = signer.accepting("new", NEW_KEY);
        TokenSigner senderThen = TokenSigner.signingWith("new", NEW_KEY).accepting("old", OLD_KEY);

        send(signer);
        assertThat(receive(receiverFirst)).contains(CALL);
        assertThat(receive(senderThen)).contains(CALL);
        send(senderThen);
        assertThat(receive(receiverFirst)).contains(CALL);
    }

    @Test
    void a_key_that_was_dropped_is_refused() {
        send(signer);

        assertForged(TokenSigner.signingWith("new", NEW_KEY));
    }

    @Test
    void keys_that_are_short_doubled_or_badly_named_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenSigner.signingWith("short", new byte[31]))
                .withMessageContaining("31 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> signer.accepting("old", NEW_KEY));
        assertThatIllegalArgumentException().isThrownBy(() -> TokenSigner.signingWith("a.b", OLD_KEY));
    }

    @Test
    void secrets_are_never_in_texts() {
        send(signer);
        carrier.put(FencingHeaders.TOKEN, "35");

        assertThat(signer.toString()).contains("old").doesNotContain("secret");
        assertThatExceptionOfType(ForgedTokenException.class)
                .isThrownBy(() -> receive(signer))
                .satisfies(forged -> assertThat(forged.getMessage())
                        .doesNotContain("secret")
                        .doesNotContain(carrier.get(FencingHeaders.SIGNATURE)));
    }

    private void send(TokenSigner with) {
        TokenPropagator.signedBy(with).inject(carrier, CALL.resource(), CALL.token(), Map::put);
    }

    private Optional<FencedCall> receive(TokenSigner with) {
        return TokenPropagator.signedBy(with).extract(carrier, Map::get);
    }

    private void assertForged(TokenSigner receiver) {
        assertThatExceptionOfType(ForgedTokenException.class).isThrownBy(() -> receive(receiver));
    }
}
