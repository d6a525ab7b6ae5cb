package dev.redlock.node.lettuce;

import io.lettuce.core.RedisURI;
import java.util.List;

/** Reads the address of a node, and shows it without what is secret in it. */
final class NodeAddress {
    private static final List<String> SCHEMES =
            List.of("redis://", "rediss://", "redis-sentinel://", "rediss-sentinel://");

    private NodeAddress() {}

    static RedisURI parse(String text) {
        if (SCHEMES.stream().noneMatch(text::startsWith)) {
            throw new IllegalArgumentException("node address " + withoutSecrets(text)
                    + " must begin with redis://, rediss:// or redis-sentinel://, such as redis://n1:6379");
        }
        RedisURI uri;
        try {
            uri = RedisURI.create(text);
        } catch (RuntimeException malformed) {
            // The message of the cause may quote the whole address, password included; so it is left out.
            throw new IllegalArgumentException("node address " + withoutSecrets(text)
                    + " cannot be read; it must look like redis://user:password@host:6379/0");
        }
        String host = uri.getHost();
        if (host != null && host.indexOf(':') >= 0 && !host.startsWith("[")) {
            // What the parser does not understand as host and port becomes a host that does not exist.
            throw new IllegalArgumentException("node address " + withoutSecrets(text)
                    + " has no readable host and port; a host consists of letters, digits, dots and dashes");
        }
        return uri;
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

    /** Everything up to the last @ may be a password, and so may every query parameter. */
    private static String withoutSecrets(String text) {
        String address = text.replaceFirst("\\?.*", "?***");
        int scheme = address.indexOf("://") + 3;
        int at = address.lastIndexOf('@');
        String shown = at < 0
                ? address
                : (scheme > 2 && scheme <= at ? address.substring(0, scheme) : "") + "***" + address.substring(at);
        return "'" + shown + "'";
    }
}
