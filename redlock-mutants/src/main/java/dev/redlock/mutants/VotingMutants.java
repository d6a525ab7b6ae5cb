package dev.redlock.mutants;

import java.util.List;

/** Defects in who gets a vote, how long it lasts and when it counts. */
final class VotingMutants {
    private static final String STORE = "node.memory.MemoryStore";

    static final List<Mutant> ALL = List.of(
            Mutant.of("M01", "a lease is handed out although its time is over")
                    .inClass(
                            "protocol.AcquireRound",
                            "if (!now.isBefore(validUntil.minus(ballot.terms().minimumValidity()))) {",
                            "if (false) {")
                    // Who waits for it looks a second time.
                    .inClass(
                            "Redlock",
                            "            lease.checkValid();\n            return lease;",
                            "            return lease;"),
            Mutant.onProcesses("M02", "validity is counted by the wall clock")
                    .inClass(
                            "time.Ticker",
                            "new Tick(System.nanoTime())",
                            "new Tick(System.currentTimeMillis() * 1_000_000)"),
            Mutant.of("M03", "half of the nodes are a quorum")
                    .inClass("protocol.Ballot", "return nodes / 2 + 1;", "return Math.max(1, nodes / 2);"),
            Mutant.of("M04", "release deletes the vote of whoever has it")
                    .inClass(STORE, "} else if (stored.vote().startsWith(claim.holder())) {", "} else if (true) {")
                    .inScript("release", "elseif sub(present, 1, HOLDER_LENGTH) ~= holder then", "elseif false then"),
            Mutant.of("M06", "extend does not look whose vote it is")
                    .inClass(
                            STORE,
                            "if (holdsAll(claim, now)) {",
                            "if (holdsAll(claim, now) || holdsForeign(claim, now)) {")
                    .inScript("extend", "if is_held_by(present, holder) then", "if present then"),
            Mutant.of("M14", "a node that has forgotten its votes votes at once")
                    .inClass("protocol.Admission", "if (!quarantine) {", "if (true) {"),
            Mutant.of("M20", "an error counts as a vote")
                    .inClass(
                            "protocol.AcquireRound",
                            "withVotes(votes.with(node, reply));",
                            "withVotes(votes.with(node, reply instanceof Failed ? new Granted(proposal) : reply));"),
            Mutant.of("M26", "no allowance for clocks that run at different rates")
                    .inClass("protocol.LeaseTerms", "startedAt.plus(ttl.minus(drift))", "startedAt.plus(ttl)"),
            Mutant.of("M29", "validity is counted from the last answer on")
                    .inClass(
                            "protocol.AcquireRound",
                            "Tick validUntil = ballot.terms().validUntil(startedAt);",
                            "Tick validUntil = ballot.terms().validUntil(now);"),
            Mutant.onProcesses("M42", "two addresses of one server count as two nodes")
                    .inClass("protocol.Admission", "theirs.runId().equals(facts.runId())", "false"),
            Mutant.onProcesses("M43", "clients may list different numbers of nodes")
                    .inClass(
                            "protocol.Admission",
                            ".filter(admission -> admission.nodes() != nodes)",
                            ".filter(admission -> false)"),
            Mutant.of("M30", "a node in quarantine is asked for its vote")
                    .inClass(
                            "runtime.Engine",
                            "if (!needsVote(request) || standing instanceof Admitted) {",
                            "if (!needsVote(request) || !(standing instanceof Unreachable)) {")
                    .inClass(
                            STORE,
                            "if (meta == null) {\n            return forgotten();\n        }\n        Claim claim = request.claim();\n        boolean allOurs",
                            "if (meta == null) {\n            admit(new NodeRequest.Admit(mark(), new NodeFacts.Admission(\"\", 0, 0, Duration.ZERO)), 0);\n        }\n        Claim claim = request.claim();\n        boolean allOurs")
                    .inScript(
                            "acquire",
                            "if not has_records() then\n  return FORGOTTEN\nend",
                            "if not has_records() then\n  floor, high = 0, 0\nend"),
            Mutant.of("M52", "a quarantine ends without a question to the other nodes")
                    .inClass(
                            "protocol.Admission",
                            "return all.stream().allMatch(Knowledge::tried) ? new Served() : new Undecided();",
                            "return new Admissible();"),
            Mutant.of("M53", "a node keeps the longest ttl that it was told last")
                    .inClass(STORE, ".filter(known -> known.compareTo(wanted.maxTtl()) > 0)", ".filter(known -> false)")
                    .inScript(
                            "admit",
                            "math.max(tonumber(records[4] or 0) or 0, to_number(ARGV[5], 'the longest ttl'))",
                            "to_number(ARGV[5], 'the longest ttl')"),
            Mutant.of("M54", "a node that votes already is not told of a longer ttl")
                    .inClass(
                            "protocol.Admission",
                            "return knowsMaxTtl(facts) ? new Admitted() : new Admissible();",
                            "return new Admitted();"),
            Mutant.of("M55", "a node is let vote although its records are not those that were read")
                    .inClass(STORE, "if (!recorded.equals(request.recorded())) {", "if (false) {")
                    .inScript(
                            "admit",
                            "if records[1] ~= ARGV[1] and (records[1] or records[5] or '') ~= ARGV[2] then",
                            "if false then"),
            Mutant.of("M59", "who leaves the line frees the vote of whoever has it")
                    .inClass(
                            STORE,
                            "if (stored != null && stored.isKept() && stored.vote().startsWith(request.ticket())) {",
                            "if (stored != null) {")
                    .inScript(
                            "leave_line",
                            "if present and sub(present, 1, HOLDER_LENGTH + 1) == ARGV[1] .. KEPT then",
                            "if present then"),
            Mutant.of("M58", "a node without records is not marked")
                    .inClass(
                            "runtime.Roster",
                            "return facts.recorded().isEmpty() && facts.objections().isEmpty();",
                            "return false;"),
            Mutant.of("M57", "a node that votes is never looked at again")
                    .inClass("runtime.Roster", "LOOK = Duration.ofSeconds(10)", "LOOK = Duration.ofHours(1)"),
            Mutant.of("M46", "a vote that has ended is there again when the clock is set back")
                    .inClass(STORE, "votes.remove(name);\n            return null;", "return null;"),
            Mutant.of("M47", "a node that restarts while the cluster is new is taken for new again")
                    .inClass("protocol.Admission", "if (node.hasRestartedSinceMet()) {", "if (false) {"));

    private VotingMutants() {}
}
