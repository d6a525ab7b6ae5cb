package dev.redlock.node.lettuce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script as Redis knows it.
 *
 * @param sha1 the name by which Redis calls it; SHA-1 is Redis's choice, and nothing here relies on its strength
 */
record Script(String source, String sha1) {

    /** Loads {@code NAME.lua}, with the prelude before it and the prefix of our keys in place. */
    static Script load(String name, String prefix) {
        String source = (read("prelude.lua") + read(name + ".lua")).replace("@prefix@", prefix);
        return new Script(source, sha1(source));
    }

    private static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the script " + file + " is missing from the redlock-core jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-1, which Redis needs to name scripts", e);
        }
    }
}
