package dev.redlock.fencing.propagation;

/** The names under which a token travels: headers of HTTP and Kafka, metadata of gRPC. Case does not matter. */
public final class FencingHeaders {
    /** The resource that the token is for. What is not visible ASCII is percent-encoded. */
    public static final String RESOURCE = "Fencing-Resource";

    /** The token, as digits. */
    public static final String TOKEN = "Fencing-Token";

    /** Proves that the two come from somebody who has the key; see {@link TokenSigner}. */
    public static final String SIGNATURE = "Fencing-Signature";

    private FencingHeaders() {}
}
