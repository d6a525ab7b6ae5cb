package dev.redlock.chaos.history;

import java.util.ArrayList;
import java.util.List;

/** Fields between tabs. Text of any kind survives, and a line never contains a line break. */
final class Line {

    /** First field of a line that says what is about to be done. */
    static final String INVOKED = "invoked";

    /** First field of a line that says what came of it. */
    static final String DONE = "done";

    private Line() {}

    static String of(Object... fields) {
        StringBuilder line = new StringBuilder();
        for (Object field : fields) {
            if (!line.isEmpty()) {
                line.append('\t');
            }
            escape(String.valueOf(field), line);
        }
        return line.append('\n').toString();
    }

    static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                fields.add(field.toString());
                field.setLength(0);
            } else if (c == '\\' && i + 1 < line.length()) {
                field.append(unescaped(line.charAt(++i)));
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static void escape(String text, StringBuilder to) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\t' -> to.append("\\t");
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case '\\' -> to.append("\\\\");
                default -> to.append(c);
            }
        }
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> c;
        };
    }
}
