package dev.redlock.fencing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.support.ChildJvm;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Several processes are asked for the same payouts at the same time, over and over. */
@RedisNodes
@Timeout(180)
@Isolated("eight processes need the cores")
class ManyPayoutsTest {
    private static final int PROCESSES = 8;

    private final RedisNodeSet nodes;
    private final List<ChildJvm> children = new ArrayList<>();

    ManyPayoutsTest(RedisNodeSet nodes) {
        this.nodes = nodes;
    }

    @AfterEach
    void close() {
        children.forEach(ChildJvm::close);
    }

    @Test
    void every_payout_is_made_once() throws Exception {
        Requests requests = new Requests(PROCESSES, 200, 10, 5);
        Ledger ledger = Ledger.of(requests.deals());

        Tally outcomes = answered(requests, ledger, true);

        assertThat(requests.total()).isEqualTo(10_000);
        assertThat(outcomes.of("Done")).as("%s", outcomes).isEqualTo(requests.payouts());
        assertThat(outcomes.of("Done") + outcomes.of("AlreadyDone"))
                .as("%s", outcomes)
                .isEqualTo(requests.total());
        assertThat(outcomes.of("Busy")).as("did they meet at all? %s", outcomes).isPositive();
        assertThat(ledger.payouts()).isEqualTo(requests.payouts());
        assertThat(ledger.differentPayouts()).isEqualTo(requests.payouts());
        assertThat(ledger.accountsThatDoNotAddUp()).isZero();
        assertThat(ledger.balance(0)).isEqualTo(Ledger.DEPOSIT - requests.payoutsPerDeal() * Ledger.AMOUNT);
    }

    /** The control: nothing but the guard keeps these processes from paying again. */
    @Test
    void without_a_guard_every_request_is_a_payout() throws Exception {
        Requests requests = new Requests(PROCESSES, 5, 10, 5);
        Ledger ledger = Ledger.of(requests.deals());

        Tally outcomes = answered(requests, ledger, false);

        assertThat(outcomes.of("Done")).isEqualTo(requests.total());
        assertThat(ledger.payouts()).isEqualTo(requests.total());
        assertThat(ledger.differentPayouts()).isEqualTo(requests.payouts());
    }

    private Tally answered(Requests requests, Ledger ledger, boolean guarded) throws IOException, InterruptedException {
        for (int process = 0; process < PROCESSES; process++) {
            List<String> arguments =
                    PayoutWorker.arguments(guarded, requests, process, ledger.database(), nodes.uris());
            children.add(ChildJvm.start(PayoutWorker.class, arguments));
        }
        for (ChildJvm child : children) {
            assertThat(child.readLine()).isEqualTo(Parent.READY);
        }
        for (ChildJvm child : children) {
            child.say(Parent.GO_ON);
        }
        Tally outcomes = new Tally();
        for (ChildJvm child : children) {
            outcomes.addAll(child.readLine());
            assertThat(child.awaitEnd()).isZero();
        }
        return outcomes;
    }
}
