package dev.redlock.chaos.check.rules;

import com.google.errorprone.annotations.Immutable;
import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Money;
import dev.redlock.chaos.history.Observation;
import dev.redlock.chaos.history.Operation;
import dev.redlock.chaos.history.Outcome;
import dev.redlock.chaos.history.Recovery;
import dev.redlock.chaos.history.Traffic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One mistake, put into a good history; the checker that is named must find it, wherever it is. */
enum Defect {
    TOKENS_SWAPPED("INV-TOKEN", (story, dice) -> {
        Dice.Pair<Operation> pair = dice.twoGrantsInOrder(story);
        return story.replace(
                        pair.first(), Edit.token(pair.first(), pair.second().token()))
                .replace(pair.second(), Edit.token(pair.second(), pair.first().token()));
    }),
    TOKEN_GIVEN_TWICE("INV-TOKEN", (story, dice) -> {
        Dice.Pair<Operation> pair = dice.twoGrantsInOrder(story);
        return story.replace(
                pair.second(), Edit.token(pair.second(), pair.first().token()));
    }),
    EXTENDED_WITH_ANOTHER_TOKEN("INV-TOKEN", (story, dice) -> {
        Operation extension = dice.any(story.all(Kind.EXTEND, Outcome.OK));
        return story.replace(extension, Edit.token(extension, extension.token() + 1_000_000));
    }),
    GRANTED_ONE_NANOSECOND_EARLY("INV-MUTEX", (story, dice) -> {
        Dice.Pair<Hold.Span> pair = dice.neighbours(story);
        Operation grant = pair.second().hold().grants().findFirst().orElseThrow();
        return story.replace(grant, Edit.done(grant, pair.first().until() - 1));
    }),
    VOTE_ENDED_ONE_NANOSECOND_EARLY("INV-VOTES", (story, dice) -> {
        Hold hold = dice.any(story.believers());
        return Nodes.withOneVoteOf(story, hold, vote -> Nodes.endingAt(vote, vote.until() - 1));
    }),
    VOTE_GIVEN_ONE_NANOSECOND_LATE("INV-VOTES", (story, dice) -> {
        Hold hold = dice.any(story.believers());
        return Nodes.withOneVoteOf(story, hold, vote -> Nodes.beginningAt(vote, vote.from() + 1));
    }),
    MAJORITY_GIVEN_TO_ANOTHER("INV-VOTES", (story, dice) -> Nodes.withThief(story, dice.any(story.believers()))),
    HANDED_OUT_AFTER_ITS_END("INV-VALID", (story, dice) -> {
        Operation grant = dice.any(story.grants());
        return story.replace(grant, Edit.validUntil(grant, grant.doneAt()));
    }),
    VALID_ONE_NANOSECOND_TOO_LONG("INV-VALID", (story, dice) -> {
        Operation grant = dice.any(story.grants());
        return story.replace(grant, Edit.validUntil(grant, story.begunBy(grant) + Tale.LEASE + 1));
    }),
    STALE_WRITE_TAKEN("INV-FENCE", (story, dice) -> {
        Dice.Pair<Entry> pair = dice.twoWritesInOrder(story);
        return story.insertAfter(pair.second(), Edit.again(pair.first(), "late"));
    }),
    STALE_WRITE_TAKEN_AFTER_A_MARK("INV-FENCE-STRICT", (story, dice) -> {
        Dice.Pair<Entry> pair = dice.writeAndLaterMark(story);
        return story.insertAfter(pair.second(), Edit.again(pair.first(), "late"));
    }),
    NEWEST_HOLDER_REFUSED("INV-FENCE", (story, dice) -> {
        Operation newest = story.newestWrite();
        return story.replace(newest, Edit.outcome(newest, Outcome.FAIL, Operation.STALE));
    }),
    PAID_TWICE("INV-ONCE", (story, dice) -> {
        Entry paid = dice.any(story.writes());
        return story.insertAfter(paid, paid);
    }),
    PAYMENT_LOST("INV-ONCE", (story, dice) -> story.without(dice.any(story.confirmed()))),
    PAYMENT_LOST_FROM_THE_BOOKS("INV-MONEY", (story, dice) -> story.without(dice.any(story.confirmed()))),
    PAID_ALTHOUGH_REFUSED("INV-ONCE", (story, dice) -> {
        Entry paid = dice.any(story.confirmed());
        Operation told = story.writeOf(paid);
        return story.replace(told, Edit.outcome(told, Outcome.FAIL, "no"));
    }),
    ONE_CENT_MISSING(
            "INV-MONEY",
            (story, dice) -> story.facts(facts -> {
                Map<String, Long> after = new TreeMap<>(facts.money().after());
                after.merge(dice.any(List.copyOf(after.keySet())), -1L, Long::sum);
                return facts.withMoney(
                        new Money(facts.money().before(), after, facts.money().paidOut()));
            })),
    WROTE_ONE_NANOSECOND_LATE("INV-SELF", (story, dice) -> {
        Operation write = dice.any(story.writesOfHolders());
        return story.replace(write, Edit.invoked(write, story.endOf(write) + 1));
    }),
    TOLD_ONE_NANOSECOND_LATE("INV-SELF", (story, dice) -> {
        Operation told = dice.any(story.lossesOfTheAwake());
        return story.replace(told, Edit.invoked(told, story.endOf(told) + 1));
    }),
    NEVER_TOLD("INV-SELF", (story, dice) -> {
        Operation told = dice.any(story.lossesOfTheAwake());
        return story.replace(told, Edit.kind(told, Kind.RELEASE, story.endOf(told) + 1));
    }),
    FOREIGN_RELEASE(
            "INV-FOREIGN",
            (story, dice) -> story.facts(
                    facts -> facts.withForeignChanges(Observation.found(List.of("A deleted the vote of B"))))),
    KEY_LEFT_BEHIND(
            "INV-CLEAN",
            (story, dice) ->
                    story.facts(facts -> facts.withLeftovers(Observation.found(List.of("node-1 still has a key"))))),
    NEVER_RECOVERED("INV-LIVE", (story, dice) -> {
        Recovery asked = story.history().facts().recovery();
        Story dead = story;
        for (Operation grant : story.grants()) {
            dead = grant.doneAt() >= asked.healedAt()
                    ? dead.replace(grant, Edit.outcome(grant, Outcome.FAIL, "held"))
                    : dead;
        }
        return dead;
    }),
    STORM_OF_COMMANDS(
            "INV-RATE",
            (story, dice) -> story.facts(facts -> {
                Traffic seen = facts.traffic();
                return facts.withTraffic(new Traffic(seen.attempts(), seen.attempts() * 15 + 1, 15, 0, 5));
            })),
    STORM_OF_CONNECTIONS(
            "INV-RATE", (story, dice) -> story.facts(facts -> facts.withTraffic(new Traffic(1, 1, 15, 6, 5))));

    @Immutable
    private interface Change {
        Story in(Story story, Dice dice);
    }

    final String checker;
    private final Change change;

    Defect(String checker, Change change) {
        this.checker = checker;
        this.change = change;
    }

    /** @throws Dice.NoChance if the history has no place for it */
    History in(History good, long seed) {
        return change.in(new Story(good), new Dice(seed)).history();
    }

    /** Copies of operations and entries with one thing changed. */
    static final class Edit {

        private Edit() {}

        static Operation token(Operation of, long token) {
            return copy(of, of.kind(), of.invokedAt(), of.doneAt(), token, of.validUntil());
        }

        static Operation validUntil(Operation of, long validUntil) {
            return copy(of, of.kind(), of.invokedAt(), of.doneAt(), of.token(), validUntil);
        }

        static Operation done(Operation of, long at) {
            return copy(of, of.kind(), Math.min(of.invokedAt(), at), at, of.token(), of.validUntil());
        }

        static Operation invoked(Operation of, long at) {
            return copy(of, of.kind(), at, Math.max(of.doneAt(), at), of.token(), of.validUntil());
        }

        static Operation kind(Operation of, Kind kind, long at) {
            return copy(of, kind, at, at, of.token(), of.validUntil());
        }

        private static Operation copy(Operation of, Kind kind, long invoked, long done, long token, long valid) {
            return new Operation(
                    of.client(),
                    of.hold(),
                    kind,
                    of.resource(),
                    invoked,
                    done,
                    of.outcome(),
                    token,
                    valid,
                    of.payout(),
                    of.amount(),
                    of.detail());
        }

        static Operation outcome(Operation of, Outcome outcome, String detail) {
            return new Operation(
                    of.client(),
                    of.hold(),
                    of.kind(),
                    of.resource(),
                    of.invokedAt(),
                    of.doneAt(),
                    outcome,
                    of.token(),
                    of.validUntil(),
                    of.payout(),
                    of.amount(),
                    detail);
        }

        static Entry again(Entry of, String payout) {
            return new Entry(
                    of.order(),
                    of.at(),
                    of.type(),
                    of.resource(),
                    of.token(),
                    payout,
                    of.account(),
                    of.amount(),
                    of.client());
        }
    }
}
