package dev.redlock.mutants;

import java.util.List;

/** Defects in how a lease is kept, ends and is given back. */
final class LeaseMutants {
    private static final String EXTEND = "protocol.ExtendRound";
    private static final String LEASE = "runtime.HeldLease";

    static final List<Mutant> ALL = List.of(
            Mutant.of("M07", "one node is enough to extend")
                    .inClass(EXTEND, "if (confirmed >= ballot.quorum()) {", "if (confirmed >= 1) {"),
            Mutant.of("M08", "an expired lease is revived by taking the votes again")
                    .inClass(EXTEND, "now.isBefore(validUntil)\n", "true\n")
                    .inClass(
                            EXTEND,
                            "boolean heal = startedAt.plus(ballot.terms().nodeTimeout()).isBefore(validUntil);",
                            "boolean heal = true;")
                    .inClass(LEASE, "if (!isValid()) {\n                done", "if (over) {\n                done")
                    .inClass(
                            LEASE,
                            "if (plan.isOver(engine.now()) || !isValid()) {",
                            "if (plan.isOver(engine.now()) || over) {")
                    .inClass("node.memory.MemoryStore", "return new Healed();", "return new Confirmed();")
                    .inScript("extend", "return 2", "return 1"),
            Mutant.of("M22", "renewal goes on after the release")
                    .inClass(LEASE, "over = true;\n                stopTimers();", "")
                    .inClass(LEASE, "if (releasing || loss != null) {", "if (loss != null) {"),
            Mutant.of("M23", "nobody is told that the lease ends")
                    .inClass(LEASE, "if (loss == null && !releasing) {", "if (false) {"),
            Mutant.of("M27", "renewal never ends")
                    .inClass("protocol.RenewalPlan", "return !now.isBefore(renewUntil);", "return false;")
                    .inClass("protocol.RenewalPlan", "return onBeat.earlierOf(renewUntil);", "return onBeat;"),
            Mutant.of("M36", "an extension is counted from the last answer on")
                    .inClass(
                            EXTEND,
                            "new Outcome.Extended(ballot.terms().validUntil(startedAt))",
                            "new Outcome.Extended(ballot.terms().validUntil(now))"),
            Mutant.of("M37", "a lock that was given back counts as valid")
                    .inClass(
                            LEASE,
                            "return over || left.isNegative() ? Duration.ZERO : left;",
                            "return left.isNegative() ? Duration.ZERO : left;"));

    private LeaseMutants() {}
}
