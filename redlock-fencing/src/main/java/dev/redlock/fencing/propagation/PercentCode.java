package dev.redlock.fencing.propagation;

import dev.redlock.fencing.internal.Names;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Resource names as visible ASCII, because that is what headers carry unharmed. Ordinary names stay as they are. */
final class PercentCode {
    /** Every character of the longest name as up to three bytes of three characters each. */
    private static final int LONGEST = Names.LONGEST_RESOURCE * 9;

    private PercentCode() {}

    static String encode(String name) {
        StringBuilder code = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain((char) b)) {
                code.append((char) b);
            } else {
                code.append(String.format("%%%02X", b));
            }
        }
        return code.toString();
    }

    /** Reads exactly what {@link #encode} writes, so that one name has one code, and the signature one meaning. */
    static String decode(String code) {
        if (code.length() > LONGEST) {
            throw new IllegalArgumentException("a resource name is too long: " + code.length() + " characters");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < code.length(); at++) {
            char c = code.charAt(at);
            if (isPlain(c)) {
                bytes.write(c);
            } else {
                bytes.write(escaped(code, at));
                at += 2;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a resource name is not UTF-8");
        }
    }

    private static int escaped(String code, int at) {
        if (code.charAt(at) != '%' || at + 2 >= code.length()) {
            throw new IllegalArgumentException("a resource name holds a character that must be percent-encoded");
        }
        int high = Character.digit(code.charAt(at + 1), 16);
        int low = Character.digit(code.charAt(at + 2), 16);
        int value = high * 16 + low;
        if (high < 0 || low < 0 || isPlain((char) value)) {
            throw new IllegalArgumentException("a resource name is not percent-encoded as it should be");
        }
        return value;
    }

    private static boolean isPlain(char c) {
        return c > ' ' && c < 0x7f && c != '%';
    }
}
