package dev.redlock.node.lettuce;

import dev.redlock.node.LiningNodeContract;
import dev.redlock.node.NodeFixture;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import org.junit.jupiter.api.AfterEach;

@RedisNodes(1)
class LettuceNodeTest extends LiningNodeContract {
    private final LettuceFixture fixture;

    LettuceNodeTest(RedisNodeSet nodes) {
        fixture = new LettuceFixture(nodes.node(0));
    }

    @Override
    public NodeFixture fixture() {
        return fixture;
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }
}
