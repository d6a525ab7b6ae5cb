package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Promises;
import dev.redlock.chaos.history.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** Tells a history by hand. Times are nanoseconds, a lease lives for 1000 less 20 of drift, a payout is 100. */
final class Tale {

    static final long TTL = 1000;
    static final long DRIFT = 20;
    static final long LEASE = TTL - DRIFT;
    static final long AMOUNT = 100;

    private final List<Operation> operations = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<Entry> ledger = new ArrayList<>();
    private Facts facts =
            Facts.of(new Setup(List.of("node-1", "node-2", "node-3"), TTL, DRIFT), new Promises(true, true, 0));

    /** A hold of the resource {@code r}. */
    Holder hold(String client, long id) {
        return hold(client, id, "r");
    }

    Holder hold(String client, long id, String resource) {
        return new Holder(client, id, resource);
    }

    Tale paused(String client, long from, long until) {
        faults.add(new Fault(Fault.client(client), Fault.PAUSED, from, until, client + " stood still."));
        return this;
    }

    Tale faults(String target, long from, long until) {
        faults.add(new Fault(target, "partition", from, until, target + " could not be reached."));
        return this;
    }

    Tale facts(UnaryOperator<Facts> change) {
        facts = change.apply(facts);
        return this;
    }

    Tale promising(boolean exclusive, boolean tellsLoss, long slack) {
        Promises promises = new Promises(exclusive, tellsLoss, slack);
        return facts(old -> old.withPromises(promises));
    }

    History told() {
        List<Entry> inOrder =
                ledger.stream().sorted(Comparator.comparingLong(Entry::at)).toList();
        List<Entry> numbered = new ArrayList<>();
        for (Entry each : inOrder) {
            numbered.add(new Entry(
                    numbered.size() + 1,
                    each.at(),
                    each.type(),
                    each.resource(),
                    each.token(),
                    each.payout(),
                    each.account(),
                    each.amount(),
                    each.client()));
        }
        List<Operation> sorted = operations.stream()
                .sorted(Comparator.comparingLong(Operation::invokedAt))
                .toList();
        return new History(sorted, faults, numbered, facts);
    }

    /** One attempt and what was done under it. */
    final class Holder {

        private final String client;
        private final long id;
        private final String resource;
        private long token;

        private Holder(String client, long id, String resource) {
            this.client = client;
            this.id = id;
            this.resource = resource;
        }

        Holder granted(long invoked, long done, long newToken) {
            return granted(invoked, done, newToken, invoked + LEASE);
        }

        Holder granted(long invoked, long done, long newToken, long validUntil) {
            token = newToken;
            return grant(Kind.ACQUIRE, invoked, done, validUntil);
        }

        Holder extended(long invoked, long done) {
            return grant(Kind.EXTEND, invoked, done, invoked + LEASE);
        }

        Holder extendedAs(long otherToken, long invoked, long done) {
            long own = token;
            token = otherToken;
            grant(Kind.EXTEND, invoked, done, invoked + LEASE);
            token = own;
            return this;
        }

        Holder refused(long invoked, long done) {
            return add(Kind.ACQUIRE, invoked, done, Outcome.FAIL, "held");
        }

        Holder unknown(long invoked) {
            return add(Kind.ACQUIRE, invoked, Operation.NEVER, Outcome.INFO, "");
        }

        Holder released(long invoked) {
            return add(Kind.RELEASE, invoked, invoked + 5, Outcome.OK, "");
        }

        Holder told(long at) {
            return add(Kind.LOST, at, at, Outcome.OK, "expired");
        }

        Holder marked(long at) {
            ledger.add(new Entry(0, at, Entry.Type.MARK, resource, token, "", "", 0, client));
            return add(Kind.MARK, at - 2, at + 2, Outcome.OK, "");
        }

        /** Writes and is told so. */
        Holder paid(long at, String payout) {
            return wrote(at, payout, Outcome.OK).entry(at, payout);
        }

        /** Writes and is told that its token is stale. */
        Holder stale(long at, String payout) {
            return write(at, payout, Outcome.FAIL, Operation.STALE + ": overtaken");
        }

        Holder wrote(long at, String payout, Outcome outcome) {
            return write(at, payout, outcome, "");
        }

        Holder entry(long at, String payout) {
            ledger.add(new Entry(0, at, Entry.Type.WRITE, resource, token, payout, "acc-" + resource, AMOUNT, client));
            return this;
        }

        private Holder write(long at, String payout, Outcome outcome, String detail) {
            operations.add(new Operation(
                    client, id, Kind.WRITE, resource, at - 2, at + 2, outcome, token, 0, payout, AMOUNT, detail));
            return this;
        }

        private Holder grant(Kind kind, long invoked, long done, long validUntil) {
            operations.add(
                    new Operation(client, id, kind, resource, invoked, done, Outcome.OK, token, validUntil, "", 0, ""));
            return this;
        }

        private Holder add(Kind kind, long invoked, long done, Outcome outcome, String detail) {
            operations.add(new Operation(client, id, kind, resource, invoked, done, outcome, token, 0, "", 0, detail));
            return this;
        }
    }
}
