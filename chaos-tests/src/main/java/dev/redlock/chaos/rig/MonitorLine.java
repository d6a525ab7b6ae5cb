package dev.redlock.chaos.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One command, as {@code MONITOR} tells it.
 *
 * @param micros what the clock of the node showed
 * @param byScript whether a script gave it, and not a client
 */
record MonitorLine(long micros, boolean byScript, List<String> words) {
    private static final String BY_SCRIPT = " lua] ";

    /** Such as {@code 1339518083.107412 [0 lua] "SET" "a" "1"}; empty if it is something else. */
    static Optional<MonitorLine> parse(String line) {
        int dot = line.indexOf('.');
        int bracket = line.indexOf(" [");
        int end = line.indexOf("] \"");
        if (dot < 0 || bracket < dot || end < bracket) {
            return Optional.empty();
        }
        long micros = Long.parseLong(line, 0, dot, 10) * 1_000_000 + Long.parseLong(line, dot + 1, bracket, 10);
        boolean byScript = line.startsWith(BY_SCRIPT, end - BY_SCRIPT.length() + 2);
        return Optional.of(new MonitorLine(micros, byScript, words(line, end + 2)));
    }

    private static List<String> words(String line, int start) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (int at = start; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"') {
                if (quoted) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                quoted = !quoted;
            } else if (quoted && c == '\\') {
                at += unescape(line, at + 1, word);
            } else if (quoted) {
                word.append(c);
            }
        }
        return words;
    }

    /** Returns how many characters the escape has after its backslash. */
    private static int unescape(String line, int at, StringBuilder word) {
        char c = line.charAt(at);
        if (c == 'x') {
            word.append((char) Integer.parseInt(line, at + 1, at + 3, 16));
            return 3;
        }
        word.append(
                switch (c) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'a' -> '\u0007';
                    case 'b' -> '\b';
                    default -> c;
                });
        return 1;
    }

    String word(int at) {
        return at < words.size() ? words.get(at) : "";
    }

    boolean is(String command) {
        return word(0).equalsIgnoreCase(command);
    }
}
