package dev.redlock.simulation.check;

/** How often things happened that a run must have seen to have shown anything. Adds up over runs. */
public final class Tally {
    private long grants;
    private long slowGrants;
    private long refusals;
    private long renewals;
    private long losses;
    private long overlaps;
    private long staleWrites;
    private long unpromised;

    void granted(boolean fast) {
        grants++;
        slowGrants += fast ? 0 : 1;
    }

    void refused() {
        refusals++;
    }

    void renewed() {
        renewals++;
    }

    void lost() {
        losses++;
    }

    /** Two valid leases of one name, in a run whose assumptions do not promise otherwise. */
    void overlapped() {
        overlaps++;
    }

    void rejectedStaleWrite() {
        staleWrites++;
    }

    /** The assumptions of a run came to an end on the way. */
    void unpromised(boolean isNew) {
        unpromised += isNew ? 1 : 0;
    }

    public void add(Tally other) {
        grants += other.grants;
        slowGrants += other.slowGrants;
        refusals += other.refusals;
        renewals += other.renewals;
        losses += other.losses;
        overlaps += other.overlaps;
        staleWrites += other.staleWrites;
        unpromised += other.unpromised;
    }

    public long grants() {
        return grants;
    }

    public long slowGrants() {
        return slowGrants;
    }

    public long refusals() {
        return refusals;
    }

    public long renewals() {
        return renewals;
    }

    public long losses() {
        return losses;
    }

    public long overlaps() {
        return overlaps;
    }

    public long staleWrites() {
        return staleWrites;
    }

    public long unpromised() {
        return unpromised;
    }

    @Override
    public String toString() {
        return String.format(
                "%,d grants (%,d in two rounds), %,d refusals, %,d renewals, %,d losses, %,d overlaps outside the"
                        + " assumptions (which broke on the way in %,d worlds), %,d stale writes rejected",
                grants, slowGrants, refusals, renewals, losses, overlaps, unpromised, staleWrites);
    }
}
