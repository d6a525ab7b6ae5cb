package dev.redlock.postgres;

import dev.redlock.node.DifferentialContract;
import dev.redlock.node.LockNode;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PostgresDifferentialTest extends DifferentialContract {
    /** One connection: with several, requests about different names overtake each other. */
    private final PostgresFixture fixture = PostgresFixture.of("differential", 1);

    @Test
    void postgresql_and_memory_give_the_same_answers() {
        compareAtRandom();
    }

    @Override
    protected LockNode newClient() {
        return fixture.newClient();
    }

    @Override
    protected boolean hasLines() {
        return false;
    }

    @Override
    protected void wipeRealNode() {
        fixture.wipe();
    }

    @Override
    protected OptionalLong rotatedMicros() {
        String rotated = fixture.text("SELECT rotated FROM redlock.meta");
        return rotated.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(rotated));
    }
}
