package dev.redlock.postgres;

import dev.redlock.node.LockNodeContract;
import dev.redlock.node.NodeFixture;
import org.junit.jupiter.api.AfterEach;

class PostgresNodeTest extends LockNodeContract {
    private final PostgresFixture fixture = PostgresFixture.of("contract", 2);

    @Override
    public NodeFixture fixture() {
        return fixture;
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }
}
