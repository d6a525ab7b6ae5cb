package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A payout is paid once if anybody was told so, never if everybody was told no, and at most once if nobody knows. */
final class OnceChecker implements Checker {

    @Override
    public String id() {
        return "INV-ONCE";
    }

    @Override
    public String promise() {
        return "Every payout is paid at most once, and exactly once if anybody was told that it was.";
    }

    private static final class Payout {
        private final List<Operation> attempts = new ArrayList<>();
        private final List<Entry> entries = new ArrayList<>();

        boolean any(Outcome outcome) {
            return attempts.stream().anyMatch(attempt -> attempt.outcome() == outcome);
        }
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Map<String, Payout> payouts = new TreeMap<>();
        for (Operation each : history.operations()) {
            if (each.kind() == Kind.WRITE && !each.payout().isEmpty()) {
                payouts.computeIfAbsent(each.payout(), unused -> new Payout())
                        .attempts
                        .add(each);
            }
        }
        for (Entry each : history.ledger()) {
            if (each.type() == Entry.Type.WRITE && !each.payout().isEmpty()) {
                payouts.computeIfAbsent(each.payout(), unused -> new Payout())
                        .entries
                        .add(each);
            }
        }
        payouts.forEach((id, payout) -> judge(inquiry, id, payout));
        return inquiry.closed();
    }

    private static void judge(Inquiry inquiry, String id, Payout payout) {
        inquiry.look();
        if (payout.entries.size() > 1) {
            paidAgain(inquiry, id, payout);
        } else if (payout.entries.isEmpty() && payout.any(Outcome.OK)) {
            Operation told =
                    payout.attempts.stream().filter(Operation::ok).findFirst().orElseThrow();
            inquiry.violation(
                    told.resource(),
                    told.doneAt(),
                    "%s was told at %s that payout %s is paid, but the ledger has no such entry.",
                    Inquiry.who(told),
                    inquiry.at(told.doneAt()),
                    id);
        } else if (!payout.entries.isEmpty() && !payout.any(Outcome.OK) && !payout.any(Outcome.INFO)) {
            Entry paid = payout.entries.get(0);
            inquiry.violation(
                    paid.resource(),
                    paid.at(),
                    "Payout %s was paid at %s by %s, although everybody who tried was told that it was not.",
                    id,
                    inquiry.at(paid.at()),
                    Inquiry.who(paid.client(), paid.token()));
        }
    }

    private static void paidAgain(Inquiry inquiry, String id, Payout payout) {
        Entry first = payout.entries.get(0);
        for (Entry again : payout.entries.subList(1, payout.entries.size())) {
            inquiry.violation(
                    again.resource(),
                    again.at(),
                    "Payout %s was paid again: by %s at %s and by %s at %s.",
                    id,
                    Inquiry.who(first.client(), first.token()),
                    inquiry.at(first.at()),
                    Inquiry.who(again.client(), again.token()),
                    inquiry.at(again.at()));
        }
    }
}
