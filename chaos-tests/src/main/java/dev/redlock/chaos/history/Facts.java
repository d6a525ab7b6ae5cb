package dev.redlock.chaos.history;

import java.util.Map;
import java.util.TreeMap;

/**
 * What cannot be read from the operations themselves.
 *
 * @param leftovers keys, subscriptions, threads and connections that should be gone at the end
 * @param foreignChanges votes that changed although neither owner, ttl nor fault explains it
 * @param testimony what the nodes say of who had their votes
 * @param seen counters of the rig, such as votes that a restart guard refused, for the proof that a run was not vacuous
 */
public record Facts(
        Setup setup,
        Promises promises,
        Money money,
        Observation leftovers,
        Observation foreignChanges,
        Traffic traffic,
        Recovery recovery,
        Testimony testimony,
        Map<String, Long> seen) {

    public Facts {
        seen = Map.copyOf(seen);
    }

    /** Nothing was looked at beyond the operations; the {@code with…} methods add what was. */
    public static Facts of(Setup setup, Promises promises) {
        return new Facts(
                setup,
                promises,
                Money.NOT_COUNTED,
                Observation.NOT_LOOKED,
                Observation.NOT_LOOKED,
                Traffic.NOT_COUNTED,
                Recovery.NOT_ASKED,
                Testimony.NOT_HEARD,
                Map.of());
    }

    public Facts withPromises(Promises given) {
        return new Facts(setup, given, money, leftovers, foreignChanges, traffic, recovery, testimony, seen);
    }

    public Facts withMoney(Money counted) {
        return new Facts(setup, promises, counted, leftovers, foreignChanges, traffic, recovery, testimony, seen);
    }

    public Facts withLeftovers(Observation found) {
        return new Facts(setup, promises, money, found, foreignChanges, traffic, recovery, testimony, seen);
    }

    public Facts withForeignChanges(Observation found) {
        return new Facts(setup, promises, money, leftovers, found, traffic, recovery, testimony, seen);
    }

    public Facts withTraffic(Traffic counted) {
        return new Facts(setup, promises, money, leftovers, foreignChanges, counted, recovery, testimony, seen);
    }

    public Facts withRecovery(Recovery asked) {
        return new Facts(setup, promises, money, leftovers, foreignChanges, traffic, asked, testimony, seen);
    }

    public Facts withTestimony(Testimony heard) {
        return new Facts(setup, promises, money, leftovers, foreignChanges, traffic, recovery, heard, seen);
    }

    public Facts withSeen(String counter, long count) {
        Map<String, Long> more = new TreeMap<>(seen);
        more.put(counter, count);
        return new Facts(setup, promises, money, leftovers, foreignChanges, traffic, recovery, testimony, more);
    }
}
