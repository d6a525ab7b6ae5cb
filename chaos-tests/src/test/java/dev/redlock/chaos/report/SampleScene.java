package dev.redlock.chaos.report;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Money;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Promises;
import dev.redlock.chaos.history.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The stage of a sample run: a ledger that fences or does not, and clients that act by the millisecond. */
final class SampleScene {

    static final double LEASE = 1978;

    private static final long START = 81_234_567_890_123L;
    private static final long FIRST_TOKEN = 1_763_270_400_000_000L;
    private static final long BALANCE = 1_000_000;
    private static final long AMOUNT = 1250;
    private static final String ACCOUNT = "acc-7";

    private final SampleLock lock;
    private final String resource;
    private final List<Operation> operations = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<Entry> ledger = new ArrayList<>();
    private long lastToken = FIRST_TOKEN;
    private long fence;
    private long lastHold;

    SampleScene(SampleLock lock, String resource) {
        this.lock = lock;
        this.resource = resource;
    }

    void fault(String target, String kind, double from, double until, String what) {
        faults.add(new Fault(target, kind, nanos(from), nanos(until), what));
    }

    Actor enter(String client) {
        return new Actor(client, ++lastHold);
    }

    void refused(String client, double at, String why) {
        Actor bystander = enter(client);
        bystander.add(Kind.ACQUIRE, at - 40, at, Outcome.FAIL, why);
    }

    History history(boolean exclusive) {
        operations.sort(Comparator.comparingLong(Operation::invokedAt));
        long paid = ledger.stream().mapToLong(Entry::amount).sum();
        Money money = new Money(Map.of(ACCOUNT, BALANCE), Map.of(ACCOUNT, BALANCE - paid), paid);
        Setup setup = new Setup(List.of("node-1", "node-2", "node-3", "node-4", "node-5"), 2_000_000_000L, 22_000_000L);
        Facts facts = Facts.of(setup, new Promises(exclusive, lock.isOurs(), 20_000_000L))
                .withMoney(money);
        return new History(operations, faults, inCommitOrder(), facts);
    }

    private List<Entry> inCommitOrder() {
        List<Entry> ordered = new ArrayList<>();
        ledger.stream()
                .sorted(Comparator.comparingLong(Entry::at))
                .forEach(each -> ordered.add(new Entry(
                        ordered.size() + 1,
                        each.at(),
                        each.type(),
                        each.resource(),
                        each.token(),
                        each.payout(),
                        each.account(),
                        each.amount(),
                        each.client())));
        return ordered;
    }

    private static long nanos(double millis) {
        return START + (long) (millis * 1e6);
    }

    /** One client in one attempt. */
    final class Actor {

        private final String client;
        private final long hold;
        private long token;
        private double asked;

        private Actor(String client, long hold) {
            this.client = client;
            this.hold = hold;
        }

        /** Returns when the lease ends. */
        double acquires(double from, double took) {
            asked = from;
            token = lock.fenced() ? ++lastToken : 0;
            add(Kind.ACQUIRE, from, from + took, Outcome.OK, "");
            if (lock.fenced()) {
                fence = Math.max(fence, token);
                ledger.add(entry(from + took + 6, Entry.Type.MARK, "", 0));
                add(Kind.MARK, from + took + 4, from + took + 8, Outcome.OK, "");
            }
            return from + LEASE;
        }

        double renews(double at) {
            asked = at;
            add(Kind.EXTEND, at, at + 4, Outcome.OK, "");
            return at + LEASE;
        }

        void told(double at, String why) {
            add(Kind.LOST, at, at, Outcome.OK, why);
        }

        void releases(double at) {
            add(Kind.RELEASE, at, at + 5, Outcome.OK, "");
        }

        /** The ledger decides; it sees the newest token that ever marked it, and with it each payout once. */
        void pays(double at, double took, String payout) {
            boolean done = ledger.stream().anyMatch(entry -> entry.payout().equals(payout));
            if (lock.fenced() && token < fence) {
                write(at, at + took, Outcome.FAIL, "stale: token " + fence + " was here", payout);
            } else {
                if (!lock.fenced() || !done) {
                    ledger.add(entry(at + took * 0.7, Entry.Type.WRITE, payout, AMOUNT));
                }
                write(at, at + took, Outcome.OK, done ? "already done" : "", payout);
            }
        }

        /** It is in the ledger, but the answer never comes. */
        void paysWithoutAnswer(double at, String payout) {
            ledger.add(entry(at + 3, Entry.Type.WRITE, payout, AMOUNT));
            write(at, at + 500, Outcome.INFO, "no answer", payout);
        }

        private Entry entry(double at, Entry.Type type, String payout, long amount) {
            return new Entry(0, nanos(at), type, resource, token, payout, ACCOUNT, amount, client);
        }

        private void write(double from, double to, Outcome outcome, String detail, String payout) {
            operations.add(new Operation(
                    client,
                    hold,
                    Kind.WRITE,
                    resource,
                    nanos(from),
                    nanos(to),
                    outcome,
                    token,
                    0,
                    payout,
                    AMOUNT,
                    detail));
        }

        private void add(Kind kind, double from, double to, Outcome outcome, String detail) {
            boolean lease = lock.isOurs() && outcome == Outcome.OK && (kind == Kind.ACQUIRE || kind == Kind.EXTEND);
            operations.add(new Operation(
                    client,
                    hold,
                    kind,
                    resource,
                    nanos(from),
                    nanos(to),
                    outcome,
                    token,
                    lease ? nanos(asked + LEASE) : 0,
                    "",
                    0,
                    detail));
        }
    }
}
