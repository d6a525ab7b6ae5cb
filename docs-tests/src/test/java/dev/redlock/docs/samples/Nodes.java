package dev.redlock.docs.samples;

import dev.redlock.testkit.redis.RedisNodeSet;

/** The nodes of a test, where the documentation shows those of a user. */
final class Nodes {
    private Nodes() {}

    static String[] nodesOfAUser(RedisNodeSet nodes) {
        return nodes.uriArray();
    }
}
