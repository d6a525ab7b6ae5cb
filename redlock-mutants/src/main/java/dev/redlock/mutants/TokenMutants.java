package dev.redlock.mutants;

import java.util.List;

/** Defects in the tokens. */
final class TokenMutants {
    private static final String ROUND = "protocol.AcquireRound";
    private static final String STORE = "node.memory.MemoryStore";

    static final List<Mutant> ALL = List.of(
            Mutant.of("M09", "the largest value of one round is the token, stored or not")
                    .inClass(
                            ROUND,
                            "if (granted.value() == token) {\n                    next",
                            "if (granted.value() <= token) {\n                    next"),
            Mutant.of("M10", "a node stores the token although the vote has ended")
                    .inClass(STORE, "if (!isLatest || !holdsAll(request.claim(), now)) {", "if (false) {")
                    .inScript(
                            "raise",
                            "if not is_latest or not is_held_by(call('GET', key), ARGV[1]) then",
                            "if false then"),
            Mutant.of("M11", "the token is that of one node")
                    .inClass(
                            ROUND,
                            "largest = Math.max(largest, granted.value());",
                            "largest = largest == 0 ? granted.value() : largest;"),
            Mutant.of("M12", "a release deletes the counter along with the vote")
                    .inClass(
                            STORE,
                            "votes.remove(name);\n                if (Claim.isWanted",
                            "votes.remove(name);\n                tokens.remove(name);\n                if (Claim.isWanted")
                    .inScript(
                            "release",
                            "call('DEL', key)",
                            "call('DEL', key)\n    call('HDEL', RECORDS, field_of(key))"),
            Mutant.of("M13", "the same holder that asks again gets a new token")
                    .inClass(STORE, "if (allOurs) {", "if (false) {")
                    .inScript("acquire", "if held == last - first + 1 then", "if false then"),
            Mutant.of("M31", "a late vote with a larger value counts as a store of the token")
                    .inClass(
                            ROUND,
                            "|| granted.value() > token) {\n            return decideOnStores(now);\n        }\n        if (granted.value() == token) {",
                            ") {\n            return decideOnStores(now);\n        }\n        if (granted.value() >= token) {"),
            Mutant.of("M32", "a node confirms a token that it does not store")
                    .inClass(
                            STORE,
                            "remember(request.claim(), request.token(), meta);\n        return new Confirmed();",
                            "return new Confirmed();")
                    .inScript("raise", "remember(1, #KEYS, to_number(ARGV[3], 'the token'))\n", ""),
            Mutant.of("M33", "a node gives a value that it has given before")
                    .inClass(
                            STORE,
                            "value = Math.max(value, last(name, meta) + 1);",
                            "value = Math.max(value, last(name, meta));")
                    .inScript(
                            "acquire",
                            "if value <= given then\n    value = given + 1",
                            "if value < given then\n    value = given"),
            Mutant.of("M34", "dropping the token entries does not raise the floor")
                    .inClass(STORE, "long floor = Math.max(meta.floor(), meta.high());", "long floor = meta.floor();")
                    .inScript(
                            "rotate",
                            "local raised = format('%.0f', math.max(floor, high))",
                            "local raised = format('%.0f', floor)"),
            Mutant.of("M35", "a node that has lost its data counts from one")
                    .inClass(STORE, "Math.max(clockMicros, wanted.high())", "0L")
                    .inScript(
                            "admit",
                            "math.max(floor, high, to_number(ARGV[4], 'the largest token'), clock)",
                            "math.max(floor, high)"),
            Mutant.of("M56", "a node that has lost its data is not told the largest token")
                    .inClass(STORE, "Math.max(clockMicros, wanted.high())", "clockMicros")
                    .inScript("admit", "to_number(ARGV[4], 'the largest token'), clock)", "clock)"),
            Mutant.onProcesses("M44", "tokens go on beyond where numbers are exact")
                    .inScript("acquire", "if value > LARGEST_TOKEN then", "if false then")
                    .inClass("FencingToken", "if (value <= 0 || value > LARGEST) {", "if (value <= 0) {"),
            Mutant.of("M60", "what is kept for the next in line is given to it with the token of the one before")
                    .inClass(
                            STORE,
                            "isKeptFor(request.place(), stored)) {\n                stored = null;",
                            "isKeptFor(request.place(), stored)) {\n                put(claim, request.ttl(), now);\n                return new Granted(last(name, meta));"),
            Mutant.of("M39", "a node stores the token although somebody else had the vote in between")
                    .inClass(STORE, "if (!isLatest || !holdsAll", "if (!holdsAll")
                    .inScript("raise", "if not is_latest or not", "if not"));

    private TokenMutants() {}
}
