package dev.redlock.spring;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Puts the credentials of all nodes into the address of one. */
final class NodeUri {
    private NodeUri() {}

    static String withCredentials(String node, @Nullable String username, @Nullable String password) {
        int host = node.indexOf("://") + 3;
        if (password == null || host < 3 || node.indexOf('@') >= 0) {
            return node;
        }
        String user = username == null ? "" : encoded(username);
        return node.substring(0, host) + user + ":" + encoded(password) + "@" + node.substring(host);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
