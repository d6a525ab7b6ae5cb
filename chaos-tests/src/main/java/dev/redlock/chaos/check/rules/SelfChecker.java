package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Promises;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A holder stops by its own clock: it begins no business write after its lease is over, and is told so in time.
 *
 * <p>A process that stood still while its lease ended cannot know. The first write after that is excused, and counted, because
 * the look at the lease came before the pause and the write after it; for the second one it could have looked again.
 */
final class SelfChecker implements Checker {

    @Override
    public String id() {
        return "INV-SELF";
    }

    @Override
    public String promise() {
        return "A holder begins no write after its own lease is over, and is told before that it is.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Map<String, Long> lastSeen = new HashMap<>();
        history.operations().forEach(each -> lastSeen.merge(each.client(), each.invokedAt(), Math::max));
        for (Hold hold : Hold.of(history)) {
            if (hold.lastValidUntil() > 0) {
                writes(inquiry, history, hold);
                signals(inquiry, history, hold);
                silence(inquiry, history, hold, lastSeen.getOrDefault(hold.client(), 0L));
            }
        }
        return inquiry.closed();
    }

    private static void writes(Inquiry inquiry, History history, Hold hold) {
        boolean excused = false;
        for (Operation write : hold.all(Kind.WRITE).toList()) {
            inquiry.look();
            long end = hold.validUntil(write.invokedAt());
            if (write.invokedAt() <= end + slack(history)) {
                continue;
            }
            if (!excused && stoodStill(history.faults(), hold, end)) {
                excused = true;
                inquiry.count(Counters.WROTE_AFTER_EXPIRY);
            } else {
                inquiry.violation(
                        write.resource(),
                        write.invokedAt(),
                        "%s began a write to %s at %s, %s after its own lease was over.",
                        Inquiry.who(write),
                        write.resource(),
                        inquiry.at(write.invokedAt()),
                        Inquiry.span(write.invokedAt() - end));
            }
        }
    }

    private static void signals(Inquiry inquiry, History history, Hold hold) {
        for (Operation signal : hold.all(Kind.LOST).toList()) {
            inquiry.look();
            long end = hold.validUntil(signal.invokedAt());
            if (signal.invokedAt() > end + slack(history) && !stoodStill(history.faults(), hold, end)) {
                inquiry.violation(
                        signal.resource(),
                        signal.invokedAt(),
                        "%s was told at %s that its lease of %s is over, %s too late.",
                        Inquiry.who(signal),
                        inquiry.at(signal.invokedAt()),
                        signal.resource(),
                        Inquiry.span(signal.invokedAt() - end));
            }
        }
    }

    /** A lease that ended by itself, of a client that lived on, without a word. */
    private static void silence(Inquiry inquiry, History history, Hold hold, long clientLastSeen) {
        Promises promises = history.facts().promises();
        long end = hold.lastValidUntil();
        boolean livedOn = clientLastSeen > end + promises.slackNanos();
        boolean released = hold.all(Kind.RELEASE).anyMatch(release -> release.invokedAt() <= end);
        boolean told = hold.all(Kind.LOST).findAny().isPresent();
        if (!promises.tellsLoss() || !livedOn || released) {
            return;
        }
        inquiry.look();
        if (!told && !stoodStill(history.faults(), hold, end)) {
            inquiry.violation(
                    hold.resource(),
                    end,
                    "The lease of %s on %s was over at %s, and nobody ever told it.",
                    Inquiry.who(
                            hold.client(),
                            hold.grants().mapToLong(Operation::token).max().orElse(0)),
                    hold.resource(),
                    inquiry.at(end));
        }
    }

    private static boolean stoodStill(List<Fault> faults, Hold hold, long at) {
        return faults.stream().anyMatch(fault -> fault.pauses(hold.client(), at));
    }

    private static long slack(History history) {
        return history.facts().promises().slackNanos();
    }
}
