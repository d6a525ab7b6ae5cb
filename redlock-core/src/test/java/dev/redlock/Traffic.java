package dev.redlock;

import dev.redlock.testkit.redis.RedisNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server says of itself and of the commands it was sent. */
final class Traffic {
    private Traffic() {}

    /** One field of INFO; an empty text if there is none. */
    static String info(RedisNode node, String field) {
        Matcher line = Pattern.compile("(?m)^" + field + ":([^\\r\\n]*)").matcher(node.command("INFO", "all"));
        return line.find() ? line.group(1) : "";
    }

    /** How often this command came since the statistics were reset. */
    static int calls(RedisNode node, String command) {
        Matcher calls = Pattern.compile("calls=(\\d+)").matcher(info(node, "cmdstat_" + command));
        return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
    }

    static int scriptCalls(RedisNode node) {
        return calls(node, "evalsha") + calls(node, "eval");
    }
}
