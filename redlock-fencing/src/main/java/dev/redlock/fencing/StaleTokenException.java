package dev.redlock.fencing;

import dev.redlock.FencingToken;

/** Somebody with a larger token has been here. The holder of the smaller one has lost its lock and must stop. */
public final class StaleTokenException extends RuntimeException {
    private final String resource;
    private final transient FencingToken token;
    private final transient FencingToken newest;

    public StaleTokenException(String resource, FencingToken token, FencingToken newest) {
        super("token " + token + " for '" + resource + "' is stale: the resource has seen " + newest
                + "; this holder has lost its lock");
        this.resource = resource;
        this.token = token;
        this.newest = newest;
    }

    public String resource() {
        return resource;
    }

    /** The token that was refused. */
    public FencingToken token() {
        return token;
    }

    /** The largest token that the resource had seen. */
    public FencingToken newest() {
        return newest;
    }
}
