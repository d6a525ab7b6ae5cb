package dev.redlock.node.lettuce;

import dev.redlock.node.DifferentialContract;
import dev.redlock.node.LockNode;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

@RedisNodes(1)
class LettuceDifferentialTest extends DifferentialContract {
    private final RedisNode redis;
    private final LettuceFixture fixture;

    LettuceDifferentialTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @Override
    protected LockNode newClient() {
        return fixture.newClient();
    }

    @Override
    protected boolean hasLines() {
        return true;
    }

    @Override
    protected void wipeRealNode() {
        fixture.wipe();
    }

    @Override
    protected OptionalLong rotatedMicros() {
        String rotated = redis.command("HGET", "redlock.records", ".rotated");
        return rotated.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(rotated));
    }

    @RepeatedTest(4)
    void redis_and_memory_give_the_same_answers() {
        compareAtRandom();
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }
}
