package dev.redlock.chaos.report;

import dev.redlock.chaos.check.Verdict;
import java.util.Map;

/** What things are called on the page. */
final class Words {

    private static final Map<String, String> BROKEN = Map.ofEntries(
            Map.entry("INV-MUTEX", "two holders at once"),
            Map.entry("INV-VOTES", "holder without a majority"),
            Map.entry("INV-VALID", "lease dead or too long"),
            Map.entry("INV-TOKEN", "tokens out of order"),
            Map.entry("INV-FENCE", "wrong write at the fence"),
            Map.entry("INV-FENCE-STRICT", "stale write after a mark"),
            Map.entry("INV-ONCE", "payout twice or lost"),
            Map.entry("INV-MONEY", "balances wrong"),
            Map.entry("INV-SELF", "holder went on after its lease"),
            Map.entry("INV-FOREIGN", "changed somebody else’s vote"),
            Map.entry("INV-CLEAN", "left something behind"),
            Map.entry("INV-LIVE", "did not recover in time"),
            Map.entry("INV-RATE", "stormed the nodes"));

    private Words() {}

    static String of(Verdict verdict) {
        return switch (verdict) {
            case SAFE -> "safe";
            case VIOLATED -> "broken";
            case VACUOUS -> "nothing shown";
        };
    }

    /** Shape and colour say the same as the word next to it. */
    static String icon(Verdict verdict) {
        String shape = switch (verdict) {
            case SAFE -> "<circle cx=\"8\" cy=\"8\" r=\"7\"/><path d=\"M4.6 8.3l2.3 2.4 4.5-5\"/>";
            case VIOLATED ->
                "<rect x=\"1\" y=\"1\" width=\"14\" height=\"14\" rx=\"2\"/>" + "<path d=\"M5 5l6 6M11 5l-6 6\"/>";
            case VACUOUS -> "<path class=\"hollow\" d=\"M8 1.2L14.8 8 8 14.8 1.2 8z\"/><path d=\"M5.4 8h5.2\"/>";
        };
        return "<svg class=\"icon " + tone(verdict) + "\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">" + shape
                + "</svg>";
    }

    static String tone(Verdict verdict) {
        return switch (verdict) {
            case SAFE -> "safe";
            case VIOLATED -> "violated";
            case VACUOUS -> "vacuous";
        };
    }

    static String broken(String checker) {
        return BROKEN.getOrDefault(checker, checker);
    }

    static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
