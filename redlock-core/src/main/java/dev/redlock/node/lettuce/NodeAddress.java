package dev.redlock.node.lettuce;

import dev.redlock.internal.Check;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the address of a node, and shows it without what is secret in it. */
final class NodeAddress {
    private static final List<String> SCHEMES =
            List.of("redis://", "rediss://", "redis-sentinel://", "rediss-sentinel://");

    private static final Pattern CREDENTIALS_OUT_OF_PLACE = Pattern.compile("://[^/?#]*[/?#](?s:.*)@");
    private static final Pattern PARAMETERS_OUT_OF_PLACE = Pattern.compile("#(?s:.*)[?=]");

    private NodeAddress() {}

    static RedisURI parse(String text) {
        if (SCHEMES.stream().noneMatch(text::startsWith)) {
            throw new IllegalArgumentException("node address " + withoutSecrets(text)
                    + " must begin with redis://, rediss:// or redis-sentinel://, such as redis://n1:6379");
        }
        RedisURI uri;
        try {
            Check.argument(!hidesSecret(text), "a part of the password would be taken for something else");
            uri = RedisURI.create(text);
        } catch (RuntimeException malformed) {
            // The message of the cause may quote the whole address, password included; so it is left out.
            throw new IllegalArgumentException("node address " + withoutSecrets(text)
                    + " cannot be read; it must look like redis://user:password@host:6379/0 or"
                    + " redis-sentinel://:password@host1:26379,host2:26379/0#primary, with %XX for special characters");
        }
        String host = uri.getHost();
        if (host != null && host.indexOf(':') >= 0 && !host.startsWith("[")) {
            // What the parser does not understand as host and port becomes a host that does not exist.
            throw new IllegalArgumentException("node address " + withoutSecrets(text)
                    + " has no readable host and port; a host consists of letters, digits, dots and dashes");
        }
        return uri;
    }

    /**
     * Whether an @ stands where no credentials end, or parameters where no parameters are. A password with an unescaped /, ?
     * or # looks like this: its first part would be taken for the host, and shown.
     */
    private static boolean hidesSecret(String text) {
        return CREDENTIALS_OUT_OF_PLACE.matcher(text).find()
                || PARAMETERS_OUT_OF_PLACE.matcher(text).find();
    }

    static String describe(RedisURI uri) {
        if (!uri.getSentinels().isEmpty()) {
            StringBuilder text = new StringBuilder(uri.getSentinelMasterId()).append('@');
            uri.getSentinels()
                    .forEach(sentinel -> text.append(sentinel.getHost())
                            .append(':')
                            .append(sentinel.getPort())
                            .append(','));
            return text.substring(0, text.length() - 1);
        }
        String database = uri.getDatabase() == 0 ? "" : "/" + uri.getDatabase();
        return uri.getSocket() != null ? uri.getSocket() : uri.getHost() + ":" + uri.getPort() + database;
    }

    /**
     * Everything up to the last @ may be a password, and so may every query parameter. A password may have any of the
     * characters by which an address is divided, so what cannot be told apart for certain is not shown.
     */
    private static String withoutSecrets(String text) {
        int at = text.lastIndexOf('@');
        int query = text.indexOf('?');
        if (at < 0) {
            return "'" + (query < 0 ? text : text.substring(0, query) + "?***") + "'";
        }
        String scheme = SCHEMES.stream().filter(text::startsWith).findFirst().orElse("");
        if (query < 0) {
            return "'" + scheme + "***" + text.substring(at) + "'";
        }
        return "'" + scheme + "***" + (at < query ? text.substring(at, query) : "") + "?***'";
    }
}
