package dev.redlock.cli.demo;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.fencing.StaleTokenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/**
 * Somebody who pays, in a process of its own that can be stopped. It checks everything that can be checked, says so, and then
 * pays; the demo stops it in between. It is told each step by a line, and answers with a line.
 */
public final class Teller {
    /** The lock it uses. */
    enum Kind {
        REDISSON,
        REDLOCK
    }

    private final BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final Ledger ledger;
    private final Duration ttl;

    private Teller(Ledger ledger, Duration ttl) {
        this.ledger = ledger;
        this.ttl = ttl;
    }

    /** Arguments: the kind, the address of the ledger, the ttl in milliseconds, the nodes. */
    public static void main(String[] arguments) throws Exception {
        Teller teller = new Teller(Ledger.at(arguments[1]), Duration.ofMillis(Long.parseLong(arguments[2])));
        String[] nodes = Arrays.copyOfRange(arguments, 3, arguments.length);
        if (Kind.valueOf(arguments[0]) == Kind.REDISSON) {
            teller.payWithRedisson(nodes[0]);
        } else {
            teller.payWithRedlock(nodes);
        }
        System.exit(0);
    }

    private void payWithRedisson(String node) throws IOException, SQLException, InterruptedException {
        RedissonClient client = Rival.redisson(node);
        String payout = awaitOrder();
        RLock lock = client.getLock(payout);
        if (!lock.tryLock(0, ttl.toMillis(), TimeUnit.MILLISECONDS)) {
            say("not-granted");
            return;
        }
        if (ledger.timesPaid(payout) == 0 && lock.isHeldByCurrentThread()) {
            say("checked");
            orders.readLine();
            ledger.pay(payout, "stopped teller");
            say("paid");
        }
    }

    private void payWithRedlock(String[] nodes) throws IOException, SQLException {
        try (Redlock redlock = Redlock.builder()
                .nodes(nodes)
                .maxTtl(Stage.MAX_TTL)
                .defaults(Stage.OPTIONS)
                .owner("stopped teller")
                .connect()) {
            String payout = awaitOrder();
            Lease lease = redlock.acquire(payout, Stage.OPTIONS.withTtl(ttl));
            if (ledger.timesPaid(payout) == 0 && lease.isValid()) {
                say("checked " + lease.token());
                orders.readLine();
                ledger.payFenced(payout, "stopped teller", lease.token());
                say("paid");
            }
        } catch (StaleTokenException refused) {
            say("refused " + refused.token() + " " + refused.newest());
        }
    }

    private String awaitOrder() throws IOException {
        say("ready");
        String order = orders.readLine();
        if (order == null) {
            System.exit(0);
        }
        return String.valueOf(order);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
