package dev.redlock.cli.config;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads lists of node addresses, and puts the credentials in that are given apart from them. */
final class NodeList {
    private static final String EACH = "[\\s,]+";
    private static final String BEFORE_A_SCHEME = "\\s+|,\\s*(?=rediss?(-sentinel)?://)";

    private NodeList() {}

    static List<String> parse(String text) {
        // A password may hold a comma, and a Sentinel address is itself a list.
        boolean isDelicate = text.indexOf('@') >= 0 || text.contains("-sentinel://");
        return Arrays.stream(text.strip().split(isDelicate ? BEFORE_A_SCHEME : EACH))
                .filter(address -> !address.isEmpty())
                .map(address -> address.contains("://") || isDelicate ? address : "redis://" + address)
                .toList();
    }

    static List<String> withCredentials(List<String> nodes, Optional<String> username, Optional<String> password) {
        if (password.isEmpty()) {
            return nodes;
        }
        String credentials = username.map(NodeList::encoded).orElse("") + ":" + encoded(password.get()) + "@";
        return nodes.stream()
                .map(node -> hasCredentials(node) ? node : node.replaceFirst("://", "://" + credentials))
                .toList();
    }

    static boolean hasCredentials(String node) {
        return node.indexOf('@') >= 0;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
