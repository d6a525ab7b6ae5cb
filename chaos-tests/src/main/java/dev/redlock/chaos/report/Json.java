package dev.redlock.chaos.report;

import java.util.List;
import java.util.Map;

/**
 * Writes maps, lists, texts, numbers and truth values. The result can stand inside a script element as it is: no character
 * that could end the element, or a line of it, is left unescaped.
 */
final class Json {

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    static String of(Object value) {
        Json json = new Json();
        json.value(value);
        return json.out.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                text(String.valueOf(entry.getKey()));
                out.append(':');
                value(entry.getValue());
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object element : list) {
                out.append(separator);
                value(element);
                separator = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Double number) {
            out.append(Double.isFinite(number) ? number.toString() : "null");
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            text(String.valueOf(value));
        }
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
