package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** A holder that has marked the ledger is safe from older holders at once, not only from its first write on. */
final class StrictFenceChecker implements Checker {

    @Override
    public String id() {
        return "INV-FENCE-STRICT";
    }

    @Override
    public String promise() {
        return "Once a holder has marked the ledger, no write with an older token is taken any more.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Map<String, Entry> newestMark = new HashMap<>();
        for (Entry entry : inquiry.sorted(history.ledger(), Comparator.comparingLong(Entry::order))) {
            if (entry.type() == Entry.Type.MARK) {
                newestMark.merge(entry.resource(), entry, (old, now) -> now.token() > old.token() ? now : old);
            } else if (newestMark.containsKey(entry.resource()) && entry.token() > 0) {
                inquiry.look();
                judge(inquiry, newestMark.get(entry.resource()), entry);
            }
        }
        return inquiry.closed();
    }

    private static void judge(Inquiry inquiry, Entry mark, Entry write) {
        if (write.token() < mark.token()) {
            inquiry.violation(
                    write.resource(),
                    write.at(),
                    "The ledger took a write of %s with token %d at %s, %s after %s had marked it with token %d.",
                    write.client(),
                    write.token(),
                    inquiry.at(write.at()),
                    Inquiry.span(Math.max(0, write.at() - mark.at())),
                    mark.client(),
                    mark.token());
        }
    }
}
