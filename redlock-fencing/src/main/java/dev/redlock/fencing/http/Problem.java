package dev.redlock.fencing.http;

import dev.redlock.fencing.StaleTokenException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Why a request was refused, as RFC 9457 wants it.
 *
 * @param more further members of the JSON object, each after a comma
 */
record Problem(int status, String type, String title, String detail, String more) {

    static Problem stale(StaleTokenException e) {
        String more = ",\"resource\":" + quoted(e.resource()) + ",\"token\":" + e.token() + ",\"newest\":" + e.newest();
        return new Problem(
                409,
                "stale-token",
                "Stale fencing token",
                "a newer holder has been here; this one has lost its lock",
                more);
    }

    static Problem malformed(String detail) {
        return new Problem(400, "malformed-token", "Malformed fencing token", detail, "");
    }

    /** Without a reason: whoever forges tokens need not learn what to do better. */
    static Problem forged() {
        return new Problem(403, "forged-token", "Forged fencing token", "the token is not signed as it should be", "");
    }

    static Problem unavailable() {
        return new Problem(
                503, "fence-unavailable", "Fence unavailable", "the token cannot be checked now; try again later", "");
    }

    void send(HttpServletResponse response) throws IOException {
        String body = "{\"type\":\"urn:redlock:problem:" + type + "\",\"title\":" + quoted(title) + ",\"status\":"
                + status + ",\"detail\":" + quoted(detail) + more + "}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < ' ' || c == 0x7f) {
                json.append(String.format("\\u%04x", c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
