package dev.redlock.testkit.redis;

/** What the fixtures do with a node and tests should not. */
interface ManagedNode extends RedisNode, AutoCloseable {
    /** Makes the node as good as new: running, empty, with the right time. */
    void reset();

    @Override
    void close();
}
