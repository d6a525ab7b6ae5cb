package dev.redlock.fencing.propagation;

import dev.redlock.FencingToken;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a token along with a call, in the manner of OpenTelemetry: it knows how tokens are written, the caller knows where.
 *
 * <pre>{@code
 * // Kafka
 * propagator.inject(record.headers(), "deal:7", lease.token(), (headers, key, value) -> headers.add(key, value.getBytes(UTF_8)));
 * propagator.extract(record.headers(), (headers, key) -> {
 *     Header header = headers.lastHeader(key);
 *     return header == null ? null : new String(header.value(), UTF_8);
 * });
 *
 * // gRPC
 * propagator.inject(metadata, "deal:7", lease.token(),
 *         (to, key, value) -> to.put(Metadata.Key.of(key, ASCII_STRING_MARSHALLER), value));
 * propagator.extract(metadata, (from, key) -> from.get(Metadata.Key.of(key, ASCII_STRING_MARSHALLER)));
 * }</pre>
 *
 * <p>Use a {@link TokenSigner} wherever somebody else could send calls: without one, whoever sends the largest possible token
 * shuts out all holders that come after.
 */
public final class TokenPropagator {
    private final @Nullable TokenSigner signer;

    private TokenPropagator(@Nullable TokenSigner signer) {
        this.signer = signer;
    }

    /** Tokens are believed as they come. For networks in which all senders are trusted. */
    public static TokenPropagator unsigned() {
        return new TokenPropagator(null);
    }

    /** Tokens are signed when they are sent, and refused without a right signature when they come. */
    public static TokenPropagator signedBy(TokenSigner signer) {
        return new TokenPropagator(Objects.requireNonNull(signer, "signer"));
    }

    public <C> void inject(C carrier, String resource, FencingToken token, TextMapSetter<C> setter) {
        FencedCall call = new FencedCall(resource, token);
        setter.set(carrier, FencingHeaders.RESOURCE, PercentCode.encode(resource));
        setter.set(carrier, FencingHeaders.TOKEN, token.toString());
        if (signer != null) {
            setter.set(carrier, FencingHeaders.SIGNATURE, signer.sign(call));
        }
    }

    /**
     * What a call was made for; empty if it says nothing of a token.
     *
     * @throws MalformedTokenException if it says something that is not a token, or only half of it
     * @throws ForgedTokenException if the signature is missing or wrong
     */
    public <C> Optional<FencedCall> extract(C carrier, TextMapGetter<C> getter) {
        String resource = getter.get(carrier, FencingHeaders.RESOURCE);
        String token = getter.get(carrier, FencingHeaders.TOKEN);
        if (resource == null && token == null) {
            return Optional.empty();
        }
        FencedCall call = read(resource, token);
        if (signer != null) {
            signer.verify(call, getter.get(carrier, FencingHeaders.SIGNATURE));
        }
        return Optional.of(call);
    }

    private static FencedCall read(@Nullable String resource, @Nullable String token) {
        if (resource == null) {
            throw new MalformedTokenException(FencingHeaders.TOKEN + " comes without " + FencingHeaders.RESOURCE);
        }
        if (token == null) {
            throw new MalformedTokenException(FencingHeaders.RESOURCE + " comes without " + FencingHeaders.TOKEN);
        }
        try {
            return new FencedCall(PercentCode.decode(resource), FencingToken.parse(token));
        } catch (IllegalArgumentException e) {
            throw new MalformedTokenException(String.valueOf(e.getMessage()));
        }
    }
}
