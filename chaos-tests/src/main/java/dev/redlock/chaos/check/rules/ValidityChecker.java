package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Facts;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Setup;
import java.util.OptionalLong;

/** A lease is handed out only while it is valid, and is never valid for longer than the nodes will keep it. */
final class ValidityChecker implements Checker {

    @Override
    public String id() {
        return "INV-VALID";
    }

    @Override
    public String promise() {
        return "A lease is handed out while it is still valid, and never for longer than its ttl less the clock drift.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Ballots ballots = Ballots.of(history, inquiry);
        history.operations().stream()
                .filter(each -> each.ok() && each.validUntil() > 0)
                .filter(each -> each.kind() == Kind.ACQUIRE || each.kind() == Kind.EXTEND)
                .forEach(grant -> judge(inquiry, history.facts(), ballots, grant));
        return inquiry.closed();
    }

    private static void judge(Inquiry inquiry, Facts facts, Ballots ballots, Operation grant) {
        Setup setup = facts.setup();
        inquiry.look();
        if (grant.validUntil() <= grant.doneAt()) {
            inquiry.violation(
                    grant.resource(),
                    grant.doneAt(),
                    "%s was given a lease of %s at %s that had ended %s before.",
                    Inquiry.who(grant),
                    grant.resource(),
                    inquiry.at(grant.doneAt()),
                    Inquiry.span(grant.doneAt() - grant.validUntil()));
        }
        long latest = begunBy(facts, ballots, grant) + setup.ttlNanos() - setup.driftNanos();
        if (grant.validUntil() > latest) {
            inquiry.violation(
                    grant.resource(),
                    grant.doneAt(),
                    "%s was told that its lease of %s lasts until %s, which is %s more than its ttl of %s less the drift of"
                            + " %s allows.",
                    Inquiry.who(grant),
                    grant.resource(),
                    inquiry.at(grant.validUntil()),
                    Inquiry.span(grant.validUntil() - latest),
                    Inquiry.span(setup.ttlNanos()),
                    Inquiry.span(setup.driftNanos()));
        }
    }

    /** A lease is counted from before the first request is sent, which no node can get any earlier. */
    private static long begunBy(Facts facts, Ballots ballots, Operation grant) {
        OptionalLong firstVote = grant.kind() == Kind.ACQUIRE
                ? ballots.firstVote(grant.resource(), grant.token())
                : OptionalLong.empty();
        // A call that waited began long before the attempt that won, which is not in the history.
        long begun = grant.detail().equals(Operation.WAITED) ? grant.doneAt() : grant.invokedAt();
        // Where no node can be asked: a busy machine may delay a lock after the call, before it reads its clock.
        return firstVote.orElse(begun + facts.promises().slackNanos());
    }
}
