package dev.redlock.cli.demo;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** A holder is stopped for longer than its lease, after it has checked everything and before it pays. */
record StoppedHolder(Stage stage, Teller.Kind kind) implements Step {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Override
    public String title() {
        return kind == Teller.Kind.REDISSON
                ? "A stopped holder, with Redisson's RLock"
                : "A stopped holder, with a fencing token";
    }

    @Override
    public String summary() {
        return kind == Teller.Kind.REDISSON ? "PAID TWICE" : "refused, paid once";
    }

    private String payout() {
        return kind == Teller.Kind.REDISSON ? "payout:5" : "payout:6";
    }

    @Override
    public void play(Scene scene) throws Exception {
        TellerProcess teller = stage.teller(kind);
        scene.doing("starting a process that pays");
        teller.hear();
        teller.say(payout());
        String[] checked = teller.hear().split(" ", -1);
        teller.stop();
        // What it will read when it wakes up: there is no other check between here and the payment.
        teller.say("pay");
        scene.proved(
                checked[0].equals("checked") && teller.isStopped(),
                "process " + teller.pid() + " took the lock for " + Times.of(Stage.TTL) + ", checked that it holds it"
                        + " and that nobody has paid, and was stopped (SIGSTOP)");
        scene.doing("a rival waits until the lease is over");
        String rivalToken = kind == Teller.Kind.REDISSON ? payWithRedisson() : payWithRedlock();
        scene.proved(
                teller.isStopped() && stage.ledger().timesPaid(payout()) == 1,
                "the lease ended, a rival got the lock and paid"
                        + (rivalToken.isEmpty() ? "" : ", token " + rivalToken));
        teller.goOn();
        scene.doing("the process wakes up (SIGCONT)");
        String[] answer = teller.hear().split(" ", -1);
        int paid = stage.ledger().timesPaid(payout());
        if (kind == Teller.Kind.REDISSON) {
            scene.proved(
                    answer[0].equals("paid") && paid == 2,
                    "it woke up and paid: " + payout() + " was paid " + paid + " times");
            scene.note("RLock hands out no token, so the ledger cannot tell an old holder from a new one. No lock"
                    + " alone can: the pause may come after any check.");
        } else {
            scene.proved(
                    answer[0].equals("refused")
                            && answer[1].equals(checked[1])
                            && answer[2].equals(rivalToken)
                            && Long.parseLong(answer[1]) < Long.parseLong(answer[2]),
                    "it woke up and tried to pay with token " + checked[1] + "; the ledger has seen " + rivalToken
                            + " and refused");
            scene.proved(paid == 1, payout() + " was paid once");
        }
    }

    private String payWithRedisson() throws Exception {
        RedissonClient client = Rival.redisson(stage.nodes().node(0).uri());
        try {
            RLock lock = client.getLock(payout());
            boolean granted = lock.tryLock(PATIENCE.toMillis(), Stage.TTL.toMillis(), TimeUnit.MILLISECONDS);
            if (granted && stage.ledger().timesPaid(payout()) == 0) {
                stage.ledger().pay(payout(), "rival");
                lock.unlock();
            }
            return "";
        } finally {
            Rival.close(client);
        }
    }

    private String payWithRedlock() throws Exception {
        Redlock rival = stage.client("rival");
        LockOptions options = Stage.OPTIONS.withTtl(Stage.TTL).withWaitTimeout(PATIENCE);
        try (Lease lease = rival.acquire(payout(), options)) {
            if (stage.ledger().timesPaid(payout()) == 0) {
                stage.ledger().payFenced(payout(), "rival", lease.token());
            }
            return lease.token().toString();
        }
    }
}
