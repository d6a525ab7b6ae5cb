package dev.redlock.node.lettuce;

import dev.redlock.node.Claim;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A Lua script as Redis knows it.
 *
 * @param sha1 the name by which Redis calls it; SHA-1 is Redis's choice, and nothing here relies on its strength
 * @param byName the first words of a command that runs it, once Redis knows it
 * @param whole the first words of a command that runs it in any case
 */
record Script(String source, String sha1, Words byName, Words whole) {

    /** Loads {@code NAME.lua}, which needs nothing but the names of the keys. */
    static Script lean(String name, String prefix) {
        return of(read("prelude") + read("alone") + read(name), prefix);
    }

    /** Loads {@code NAME.lua}, which also lets others follow. */
    static Script withLine(String name, String prefix) {
        return of(read("prelude") + read("line") + read("alone") + read(name), prefix);
    }

    /** Loads {@code NAME.lua}, which uses the functions that know how records are kept. */
    static Script load(String name, String prefix) {
        return of(read("prelude") + read("line") + read("records") + read("alone") + read(name), prefix);
    }

    /**
     * Loads {@code batch.lua}, in which scripts are functions.
     *
     * @param names of the scripts, by the letter with which the shape of a request begins
     */
    static Script batchOf(Map<Character, String> names, String prefix) {
        StringBuilder source =
                new StringBuilder(read("prelude")).append(read("line")).append(read("records"));
        source.append("local operations = {}\n");
        names.forEach((letter, name) -> source.append("operations[")
                .append((int) letter)
                .append("] = function(first, last, at, count)\n")
                .append(read(name))
                .append("end\n"));
        return of(source.append(read("batch")).toString(), prefix);
    }

    private static Script of(String template, String prefix) {
        String source =
                template.replace("@prefix@", prefix).replace("@holder-length@", Integer.toString(Claim.HOLDER_LENGTH));
        String sha1 = sha1(source);
        return new Script(source, sha1, Words.of("EVALSHA", sha1), Words.of("EVAL", source));
    }

    private static String read(String name) {
        String file = name + ".lua";
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
