package dev.redlock.cli.terminal;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes maps, lists, texts, numbers and truth values on one line; what is not there is null. */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    public static String of(Object value) {
        Json json = new Json();
        json.value(value);
        return json.out.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof List<?> list) {
            array(list);
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresentOrElse(this::value, () -> out.append("null"));
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            text(String.valueOf(value));
        }
    }

    private void object(Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            text(String.valueOf(entry.getKey()));
            out.append(':');
            value(entry.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private void array(List<?> list) {
        out.append('[');
        String separator = "";
        for (Object element : list) {
            out.append(separator);
            value(element);
            separator = ",";
        }
        out.append(']');
    }

    private void text(String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '\u007f' || c == '\u2028' || c == '\u2029') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
