package dev.redlock.cli.exec;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a command within its lease.
 *
 * <p>Everything that happens is put into one queue and handled by one thread, which also looks at the lease often enough to
 * notice in time that it is not renewed any more. It does not trust a callback for that: the lease is asked itself.
 */
final class Supervisor {
    private static final Duration POLL = Duration.ofMillis(5);
    /** Beyond that a process hangs in the kernel, and nobody can end it. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Lease lease;
    private final Terms terms;
    private final Process child;
    private final ProcessGroup group;
    private final Guardian guardian;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private @Nullable LossReason loss;
    private boolean told;
    private long toldAt;
    private Duration promised = Duration.ZERO;
    private long promisedAt = System.nanoTime();

    private sealed interface Event {
        record Exited() implements Event {}

        record Signalled(String name) implements Event {}

        record Lost(LossReason reason) implements Event {}
    }

    /**
     * What became of the command.
     *
     * @param exitCode that of the command
     * @param loss why the lock was lost, if it was
     * @param spare how much of the lease was left when the last process was gone; zero if it had ended before
     * @param leftBehind how many processes were still there when the command had ended by itself
     */
    record Result(int exitCode, Optional<LossReason> loss, Duration spare, int leftBehind) {}

    Supervisor(Lease lease, Terms terms, Process child, Guardian guardian) {
        this.lease = lease;
        this.terms = terms;
        this.child = child;
        this.group = new ProcessGroup(child.pid());
        this.guardian = guardian;
    }

    /** Passes a signal on to the command, from any thread. */
    void signal(String name) {
        events.add(new Event.Signalled(name));
    }

    /** Returns when the command and everything it has started is gone. */
    Result run() throws InterruptedException {
        keepGuardianQuiet();
        // What is needed when time is short is loaded now.
        group.members();
        child.onExit().thenRun(() -> events.add(new Event.Exited()));
        lease.onLost(reason -> events.add(new Event.Lost(reason)));
        boolean exited = false;
        while (!exited) {
            Event event = events.poll(untilNextLook().toNanos(), TimeUnit.NANOSECONDS);
            if (event instanceof Event.Signalled signalled) {
                group.signal(signalled.name());
            } else if (event instanceof Event.Lost lost) {
                loss = loss == null ? lost.reason() : loss;
            }
            exited = event instanceof Event.Exited;
            if (!exited) {
                look();
            }
        }
        return sweep();
    }

    /** What follows from how much is left of the lease. */
    private void look() {
        Duration left = lease.remaining();
        if (left.compareTo(terms.lead()) <= 0 && loss == null) {
            loss = left.isZero() ? LossReason.EXPIRED : LossReason.UNREACHABLE;
        }
        if (loss == null) {
            keepGuardianQuiet();
        } else if (mustKill(left)) {
            group.kill();
        } else if (!told) {
            told = true;
            toldAt = System.nanoTime();
            // A stopped process does not hear of TERM before it goes on.
            group.signal("TERM", "CONT");
        }
    }

    /** After the grace; at once if nothing is left of the lease, because then somebody else may have the lock already. */
    private boolean mustKill(Duration left) {
        boolean graceIsOver =
                told && System.nanoTime() - toldAt >= terms.grace().toNanos();
        return graceIsOver || left.compareTo(terms.margin()) <= 0;
    }

    private Duration untilNextLook() {
        if (loss != null) {
            return POLL;
        }
        Duration left = lease.remaining().minus(terms.lead());
        Duration often = terms.ttl().dividedBy(20);
        Duration next = left.compareTo(often) < 0 ? left : often;
        return next.compareTo(POLL) < 0 ? POLL : next;
    }

    /** Tells the guardian when the lease was renewed, which shows in that it lasts longer than it was promised. */
    private void keepGuardianQuiet() {
        Duration left = lease.remaining().minus(terms.guardianMargin());
        Duration expected = promised.minusNanos(System.nanoTime() - promisedAt);
        if (left.minus(expected).compareTo(terms.ttl().dividedBy(20)) > 0) {
            promised = left;
            promisedAt = System.nanoTime();
            guardian.expect(group, left);
        }
    }

    /** Ends what the command has left behind: it would run on without the lock. */
    private Result sweep() throws InterruptedException {
        int exitCode = child.waitFor();
        int leftBehind = loss == null ? group.members().size() : 0;
        long start = System.nanoTime();
        if (leftBehind > 0) {
            group.signal("TERM");
        }
        while (!group.isEmpty() && System.nanoTime() - start < PATIENCE.toNanos()) {
            boolean isPatient = loss == null
                    && System.nanoTime() - start < terms.grace().toNanos()
                    && lease.remaining().compareTo(terms.lead()) > 0;
            if (!isPatient) {
                group.kill();
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        Duration spare = lease.remaining();
        if (spare.isZero() && loss == null) {
            loss = LossReason.EXPIRED;
        }
        guardian.close();
        return new Result(exitCode, Optional.ofNullable(loss), spare, leftBehind);
    }
}
