package dev.redlock.fencing.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a request was, in 64 characters: the SHA-256 of its text. Kept beside the key, so that a key which is used for another
 * request by mistake is noticed, without keeping the request.
 */
public record Fingerprint(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Fingerprint {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a fingerprint is 64 hexadecimal digits");
        }
    }

    /** The text must be the same for every attempt: no time stamps, and fields in one order. */
    public static Fingerprint of(String request) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
            return new Fingerprint(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
