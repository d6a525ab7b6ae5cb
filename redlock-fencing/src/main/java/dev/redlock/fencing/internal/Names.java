package dev.redlock.fencing.internal;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What names may look like. The rules are those that every store keeps: databases ignore blanks at the end, PostgreSQL takes
 * no zero characters, and half a surrogate pair is written as a question mark. Two names must never become one on the way.
 */
public final class Names {
    public static final int LONGEST_RESOURCE = 200;
    private static final int LONGEST_OPERATION = 60;
    private static final int LONGEST_KEY = 130;
    private static final Pattern IDENTIFIER =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,62}");

    private Names() {}

    /** The name of a fenced resource, normally that of the lock. */
    public static String resource(String name) {
        return text("a resource name", name, LONGEST_RESOURCE);
    }

    /** The kind of an operation, such as {@code payout}. Without a colon, so that it can be told from the key after it. */
    public static String operation(String name) {
        text("an operation name", name, LONGEST_OPERATION);
        if (name.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "an operation name must not contain ':', it ends where the key begins; got '" + name + "'");
        }
        return name;
    }

    /** What tells one operation from another of its kind, such as a payout number. */
    public static String key(String key) {
        return text("a key", key, LONGEST_KEY);
    }

    /** A table name goes into SQL as it is, so nothing but a plain identifier will do. */
    public static String table(String name) {
        return identifier("a table name", name);
    }

    public static String column(String name) {
        return identifier("a column name", name);
    }

    public static String text(String what, String text, int longest) {
        require(text != null, what + " is missing");
        require(!text.isBlank(), what + " must not be blank");
        require(text.length() <= longest, what + " has at most " + longest + " characters, got " + text.length());
        require(text.chars().noneMatch(Character::isISOControl), what + " must not contain control characters");
        require(text.equals(text.strip()), what + " must not begin or end with blanks, got '" + text + "'");
        require(StandardCharsets.UTF_8.newEncoder().canEncode(text), what + " must not contain half a surrogate pair");
        return text;
    }

    private static String identifier(String what, String name) {
        require(
                name != null && IDENTIFIER.matcher(name).matches(),
                what + " is a plain SQL identifier of letters, digits and underscores, optionally after a schema and a"
                        + " dot; got '" + name + "'");
        return name;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
