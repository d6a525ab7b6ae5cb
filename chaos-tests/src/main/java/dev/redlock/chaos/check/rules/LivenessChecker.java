package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Recovery;
import java.util.List;
import java.util.Locale;

/** The lock works again soon after the last fault, and well enough while only a minority of the nodes is hit. */
final class LivenessChecker implements Checker {

    private static final String ANY = "any resource";

    @Override
    public String id() {
        return "INV-LIVE";
    }

    @Override
    public String promise() {
        return "Soon after the last fault has healed, somebody gets the lock again.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Recovery recovery = history.facts().recovery();
        List<Operation> attempts = history.operations().stream()
                .filter(each -> each.kind() == Kind.ACQUIRE)
                .toList();
        if (recovery.healedAt() > 0) {
            afterHealing(inquiry, recovery, attempts);
        }
        List<Operation> during = attempts.stream()
                .filter(attempt -> history.faults().stream()
                        .anyMatch(fault -> fault.from() <= attempt.invokedAt() && attempt.invokedAt() < fault.until()))
                .toList();
        if (!during.isEmpty()) {
            successRate(inquiry, recovery, during);
            slowness(inquiry, recovery, during);
        }
        return inquiry.closed();
    }

    private static void afterHealing(Inquiry inquiry, Recovery recovery, List<Operation> attempts) {
        long healed = recovery.healedAt();
        long deadline = healed + recovery.withinNanos();
        List<Operation> asked = attempts.stream()
                .filter(attempt -> attempt.doneAt() >= healed && attempt.invokedAt() <= deadline)
                .toList();
        if (asked.isEmpty()) {
            return;
        }
        inquiry.look(asked.size());
        if (asked.stream().noneMatch(attempt -> attempt.ok() && attempt.doneAt() <= deadline)) {
            inquiry.violation(
                    ANY,
                    deadline,
                    "The last fault healed at %s, and %s later nobody had got the lock, though %d attempts were made.",
                    inquiry.at(healed),
                    Inquiry.span(recovery.withinNanos()),
                    asked.size());
        }
    }

    private static void successRate(Inquiry inquiry, Recovery recovery, List<Operation> during) {
        long granted = during.stream().filter(Operation::ok).count();
        if (recovery.successRate() > 0) {
            inquiry.look(during.size());
        }
        if (granted < recovery.successRate() * during.size()) {
            inquiry.violation(
                    ANY,
                    during.get(0).invokedAt(),
                    "While faults were there, only %d of %d attempts got the lock, where %s %% must.",
                    granted,
                    during.size(),
                    String.format(Locale.ROOT, "%.1f", recovery.successRate() * 100));
        }
    }

    private static void slowness(Inquiry inquiry, Recovery recovery, List<Operation> during) {
        long[] took = during.stream()
                .filter(Operation::ok)
                .mapToLong(attempt -> attempt.doneAt() - attempt.invokedAt())
                .sorted()
                .toArray();
        if (recovery.p99Nanos() == 0 || took.length == 0) {
            return;
        }
        inquiry.look(took.length);
        long p99 = took[(int) Math.ceil(took.length * 0.99) - 1];
        if (p99 > recovery.p99Nanos()) {
            inquiry.violation(
                    ANY,
                    during.get(0).invokedAt(),
                    "While faults were there, one grant in a hundred took %s or longer, where %s is the limit.",
                    Inquiry.span(p99),
                    Inquiry.span(recovery.p99Nanos()));
        }
    }
}
