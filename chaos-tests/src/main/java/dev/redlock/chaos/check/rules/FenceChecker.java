package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ledger never goes back to an older token, never takes one token from two clients, and refuses nobody who was not
 * overtaken.
 */
final class FenceChecker implements Checker {

    @Override
    public String id() {
        return "INV-FENCE";
    }

    @Override
    public String promise() {
        return "The ledger never takes a write with an older token than one it has taken before, and refuses no other.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Map<String, Entry> newest = new HashMap<>();
        List<Entry> inOrder = inquiry.sorted(history.ledger(), Comparator.comparingLong(Entry::order));
        for (Entry entry : inOrder) {
            if (entry.type() == Entry.Type.WRITE && entry.token() > 0) {
                inquiry.look();
                Entry before = newest.get(entry.resource());
                judge(inquiry, before == null ? entry : before, entry);
                newest.merge(entry.resource(), entry, (old, now) -> now.token() > old.token() ? now : old);
            }
        }
        new Refusals(inquiry, history).judge();
        return inquiry.closed();
    }

    private static void judge(Inquiry inquiry, Entry before, Entry entry) {
        if (entry.token() < before.token()) {
            inquiry.violation(
                    entry.resource(),
                    entry.at(),
                    "The ledger took a write of %s with token %d at %s, after one of %s with the newer token %d at %s.",
                    entry.client(),
                    entry.token(),
                    inquiry.at(entry.at()),
                    before.client(),
                    before.token(),
                    inquiry.at(before.at()));
        } else if (entry.token() == before.token() && !entry.client().equals(before.client())) {
            inquiry.violation(
                    entry.resource(),
                    entry.at(),
                    "The ledger took writes of %s and of %s with the same token %d, at %s and at %s.",
                    before.client(),
                    entry.client(),
                    entry.token(),
                    inquiry.at(before.at()),
                    inquiry.at(entry.at()));
        }
    }
}
