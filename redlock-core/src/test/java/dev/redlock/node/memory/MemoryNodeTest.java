package dev.redlock.node.memory;

import dev.redlock.node.LockNodeContract;
import dev.redlock.node.NodeFixture;

class MemoryNodeTest extends LockNodeContract {
    private final MemoryFixture fixture = new MemoryFixture();

    @Override
    public NodeFixture fixture() {
        return fixture;
    }
}
