package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Money;
import dev.redlock.chaos.history.Observation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Recovery;
import dev.redlock.chaos.history.Testimony;
import dev.redlock.chaos.history.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random histories of a lock that does everything right while clients crash, stand still, are refused and do not know. No
 * checker may find anything in them.
 */
final class GoodHistory {

    private static final long BALANCE = 1_000_000;

    private final Random random;
    private final Tale tale = new Tale();
    private int names;
    private int payouts;
    private long lastEnd;

    private GoodHistory(long seed) {
        this.random = new Random(seed);
    }

    static History of(long seed, int holdsPerResource) {
        GoodHistory history = new GoodHistory(seed);
        int resources = 1 + history.random.nextInt(3);
        for (int i = 0; i < resources; i++) {
            history.resource("r" + i, holdsPerResource);
        }
        return history.settled();
    }

    private void resource(String resource, int holds) {
        long free = random.nextInt(1000);
        long token = random.nextInt(5);
        for (int i = 0; i < holds; i++) {
            // By two at least: a client that comes while another one stands still takes the one between.
            token += 2 + (random.nextInt(4) == 0 ? random.nextInt(5) : 0);
            long done = free + random.nextLong(3) * random.nextInt(300);
            free = hold(resource, done, token);
            bystander(resource, done);
        }
        lastEnd = Math.max(lastEnd, free);
    }

    /** Returns when the next one may believe. */
    private long hold(String resource, long done, long token) {
        Tale.Holder holder = tale.hold(name(), ++names, resource);
        long invoked = done - 1 - random.nextInt(60);
        holder.granted(invoked, done, token).marked(done + 10).paid(done + 20, payout());
        long end = invoked + Tale.LEASE;
        return switch (random.nextInt(6)) {
            case 0 -> {
                holder.extended(done + 400, done + 420)
                        .paid(done + 430, payout())
                        .released(done + 1300);
                yield done + 1300;
            }
            case 1 -> {
                long told = end - random.nextInt(20);
                holder.told(told);
                yield told;
            }
            case 2 -> crashed(holder, done, end);
            case 3 -> stoodStill(holder, resource, token, end);
            case 4 -> {
                holder.granted(done + 30, done + 35, token, end)
                        .released(done + 40)
                        .released(done + 90);
                yield done + 90;
            }
            default -> {
                holder.released(done + 50);
                yield done + 50;
            }
        };
    }

    /** Dies in the middle of a payment, which may or may not have reached the ledger. */
    private long crashed(Tale.Holder holder, long done, long end) {
        String payout = payout();
        holder.wrote(done + 40, payout, Outcome.INFO);
        if (random.nextBoolean()) {
            holder.entry(done + 41, payout);
        }
        return end;
    }

    /** Sleeps over its end; somebody else comes, and what it sends after waking up is refused. */
    private long stoodStill(Tale.Holder holder, String resource, long token, long end) {
        long wokeUp = end + 400;
        tale.paused("c" + names, end - 100, wokeUp);
        holder.stale(wokeUp + 5, payout()).told(wokeUp + 10);
        Tale.Holder next = tale.hold(name(), ++names, resource);
        next.granted(end - 5, end, token + 1)
                .marked(end + 10)
                .paid(end + 20, payout())
                .released(end + 500);
        return end + 500;
    }

    /** Asks at the same time and does not get it, or never learns; the token of the latter may be used up. */
    private void bystander(String resource, long at) {
        Tale.Holder bystander = tale.hold(name(), ++names, resource);
        if (random.nextInt(4) == 0) {
            bystander.unknown(at);
        } else {
            bystander.refused(at, at + random.nextInt(50));
        }
    }

    /** Every hold is of a client of its own, so that one that crashed is never seen again. */
    private String name() {
        return "c" + (names + 1);
    }

    private String payout() {
        return "p" + ++payouts;
    }

    private History settled() {
        List<Entry> ledger = tale.told().ledger();
        Map<String, Long> before = new TreeMap<>();
        Map<String, Long> after = new TreeMap<>();
        long paid = 0;
        for (Entry entry : ledger) {
            if (entry.type() == Entry.Type.WRITE) {
                before.put(entry.account(), BALANCE);
                after.merge(entry.account(), BALANCE - entry.amount(), (old, unused) -> old - entry.amount());
                paid += entry.amount();
            }
        }
        Money money = new Money(before, after, paid);
        tale.faults("node-1", 0, 50);
        tale.hold("last", 1)
                .granted(lastEnd + 3000, lastEnd + 3010, Long.MAX_VALUE)
                .released(lastEnd + 3020);
        Testimony testimony = Nodes.thatAgree(tale.told(), random);
        return tale.facts(facts -> facts.withMoney(money)
                        .withTestimony(testimony)
                        .withLeftovers(Observation.found(List.of()))
                        .withForeignChanges(Observation.found(List.of()))
                        .withTraffic(new Traffic(names, names * 10L, 15, 3, 5))
                        .withRecovery(new Recovery(lastEnd + 2000, 1500, 0, 0)))
                .told();
    }
}
