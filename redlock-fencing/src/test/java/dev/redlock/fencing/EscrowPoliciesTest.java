package dev.redlock.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.testkit.InMemoryCluster;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscrowPoliciesTest {
    private final Redlock redlock = InMemoryCluster.of(3).connect(EscrowPolicies.applyTo(Redlock.builder()));

    @AfterEach
    void close() {
        redlock.close();
    }

    @ParameterizedTest
    @CsvSource({
        "deal:1, 30",
        "payout:1, 60",
        "refund:1, 60",
        "deposit:1, 30",
        "balance:1, 10",
        "outbox-poller, 30",
        "reconciliation, 300"
    })
    void every_kind_of_operation_has_its_time(String name, long seconds) {
        assertThat(redlock.optionsFor(name).ttl()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void only_reconciliation_is_renewed() {
        assertThat(redlock.optionsFor("reconciliation").renewal()).isTrue();
        assertThat(redlock.optionsFor("payout:1").renewal()).isFalse();
        assertThat(redlock.optionsFor("anything else")).isEqualTo(LockOptions.defaults());
    }
}
