package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Kind;
import dev.redlock.chaos.history.Money;
import dev.redlock.chaos.history.Operation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** No money appears or disappears: every balance is explained by the entries, and every entry by what was asked for. */
final class MoneyChecker implements Checker {

    private static final String ALL = "all accounts";

    @Override
    public String id() {
        return "INV-MONEY";
    }

    @Override
    public String promise() {
        return "Every balance is what it was at the start less what the ledger says was paid from it.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Money money = history.facts().money();
        if (money.before().isEmpty() && money.after().isEmpty()) {
            return inquiry.closed();
        }
        balances(inquiry, history, money);
        total(inquiry, history, money);
        amounts(inquiry, history);
        return inquiry.closed();
    }

    private static void balances(Inquiry inquiry, History history, Money money) {
        Map<String, Long> expected = new TreeMap<>(money.before());
        for (Entry entry : history.ledger()) {
            if (entry.type() == Entry.Type.WRITE) {
                inquiry.look();
                expected.merge(entry.account(), -entry.amount(), Long::sum);
            }
        }
        Set<String> accounts = new TreeSet<>(expected.keySet());
        accounts.addAll(money.after().keySet());
        for (String account : accounts) {
            long should = expected.getOrDefault(account, 0L);
            long is = money.after().getOrDefault(account, 0L);
            if (should != is) {
                inquiry.violation(
                        account,
                        endOf(history),
                        "Account %s ends with %d, but began with %d and the entries leave %d of it.",
                        account,
                        is,
                        money.before().getOrDefault(account, 0L),
                        should);
            }
        }
    }

    private static void total(Inquiry inquiry, History history, Money money) {
        long before = sum(money.before());
        long after = sum(money.after());
        if (after + money.paidOut() != before) {
            inquiry.violation(
                    ALL,
                    endOf(history),
                    "All accounts together began with %d and ended with %d, but %d was received on the other side.",
                    before,
                    after,
                    money.paidOut());
        }
    }

    private static void amounts(Inquiry inquiry, History history) {
        Map<String, Entry> paid = new HashMap<>();
        history.ledger().stream()
                .filter(entry -> entry.type() == Entry.Type.WRITE)
                .forEach(entry -> paid.putIfAbsent(entry.payout(), entry));
        for (Operation each : history.operations()) {
            if (each.kind() == Kind.WRITE && each.ok() && !each.payout().isEmpty()) {
                Entry entry = paid.get(each.payout());
                if (entry == null) {
                    inquiry.violation(
                            each.resource(),
                            each.doneAt(),
                            "%d of payout %s that %s was told of at %s never left an account.",
                            each.amount(),
                            each.payout(),
                            Inquiry.who(each),
                            inquiry.at(each.doneAt()));
                } else if (entry.amount() != each.amount()) {
                    inquiry.violation(
                            each.resource(),
                            entry.at(),
                            "Payout %s is %d in the ledger, but %s was told that %d had been paid.",
                            each.payout(),
                            entry.amount(),
                            Inquiry.who(each),
                            each.amount());
                }
            }
        }
    }

    private static long sum(Map<String, Long> balances) {
        return balances.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long endOf(History history) {
        return history.ledger().stream().mapToLong(Entry::at).max().orElseGet(history::startedAt);
    }
}
