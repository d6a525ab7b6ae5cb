package dev.redlock.fencing.propagation;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs resource and token with HMAC-SHA256.
 *
 * <p>To change keys without refusing anybody: first let all receivers accept the new key, then let the senders sign with it,
 * then drop the old one.
 *
 * <pre>{@code
 * TokenSigner.signingWith("2026-11", newKey).accepting("2026-05", oldKey)
 * }</pre>
 *
 * <p>A signature has no date: whoever repeats an old call sends an old token, and that is what the fence refuses.
 */
public final class TokenSigner {
    private static final int SHORTEST_KEY = 32;
    private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9_-]{1,32}");

    private final String current;
    private final Map<String, SecretKeySpec> keys;

    private TokenSigner(String current, Map<String, SecretKeySpec> keys) {
        this.current = current;
        this.keys = keys;
    }

    /**
     * Signs with this key and accepts it.
     *
     * @param keyId names the key; it is sent along, so it is no secret
     * @param secret at least 32 bytes from a good source of randomness
     */
    public static TokenSigner signingWith(String keyId, byte[] secret) {
        return new TokenSigner(keyId, Map.of()).accepting(keyId, secret);
    }

    /** Accepts this key as well. */
    public TokenSigner accepting(String keyId, byte[] secret) {
        if (!KEY_ID.matcher(keyId).matches()) {
            throw new IllegalArgumentException("a key id is 1 to 32 letters, digits, dashes or underscores");
        }
        if (secret.length < SHORTEST_KEY) {
            throw new IllegalArgumentException(
                    "the key " + keyId + " has " + secret.length + " bytes, at least " + SHORTEST_KEY + " are needed");
        }
        Map<String, SecretKeySpec> more = new LinkedHashMap<>(keys);
        if (more.put(keyId, new SecretKeySpec(secret, "HmacSHA256")) != null) {
            throw new IllegalArgumentException("there are two keys with the id " + keyId);
        }
        return new TokenSigner(current, more);
    }

    /** The id of the key and the signature, with a dot between. */
    String sign(FencedCall call) {
        return current + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(hmac(current, call));
    }

    /** Says no more of what is wrong than the sender may know, and never what would have been right. */
    void verify(FencedCall call, @Nullable String signature) {
        if (signature == null) {
            throw new ForgedTokenException("the token for '" + call.resource() + "' is not signed");
        }
        int dot = signature.indexOf('.');
        String keyId = dot < 0 ? "" : signature.substring(0, dot);
        if (!keys.containsKey(keyId)) {
            throw new ForgedTokenException("the token for '" + call.resource() + "' is signed with an unknown key");
        }
        if (!MessageDigest.isEqual(hmac(keyId, call), decoded(signature.substring(dot + 1)))) {
            throw new ForgedTokenException("the signature of the token for '" + call.resource() + "' is wrong");
        }
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    /** The parts cannot run into each other: neither a key id nor a resource name contains a line feed. */
    private byte[] hmac(String keyId, FencedCall call) {
        String text = "redlock-fencing-1\n" + keyId + "\n" + call.resource() + "\n" + call.token();
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(keys.get(keyId));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot compute HMAC-SHA256", e);
        }
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "TokenSigner[signs with " + current + ", accepts " + keys.keySet() + "]";
    }
}
