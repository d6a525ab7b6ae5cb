package dev.redlock.fencing.propagation;

import dev.redlock.FencingToken;
import dev.redlock.fencing.internal.Names;
import java.util.Objects;

/** For which resource a call was made, and with which token. */
public record FencedCall(String resource, FencingToken token) {
    public FencedCall {
        Names.resource(resource);
        Objects.requireNonNull(token, "token");
    }

    /**
     * The token, if it is for this resource. A token says something about its own resource only: that of {@code deal:1} must
     * not open {@code deal:2}.
     *
     * @throws MalformedTokenException if it is for another one
     */
    public FencingToken tokenFor(String expected) {
        if (!resource.equals(expected)) {
            throw new MalformedTokenException("the token is for '" + resource + "', not for '" + expected + "'");
        }
        return token;
    }
}
