package dev.redlock.chaos.fault;

import dev.redlock.chaos.rig.Link;
import dev.redlock.chaos.rig.Link.Way;
import dev.redlock.chaos.rig.Probe;
import java.time.Duration;

/** What can go wrong between one client and the ledger. */
public record LedgerFaults(Link link) {
    private static final Duration GLIMPSE = Duration.ofMillis(60);

    /** What is written arrives when the fault ends. */
    public Nemesis holdRequests() {
        return new Nemesis(
                link.name(),
                "writes held",
                "writes are kept on the way and arrive late",
                () -> link.hold(Way.REQUESTS),
                this::isSilent,
                link::heal);
    }

    /** The ledger does what it is asked, and nobody hears of it. */
    public Nemesis dropReplies() {
        return new Nemesis(
                link.name(),
                "replies lost",
                "the ledger commits, and its confirmation is lost",
                () -> link.drop(Way.REPLIES),
                this::isSilent,
                link::heal);
    }

    private boolean isSilent() {
        return Probe.postgres(link, GLIMPSE).isEmpty();
    }
}
