package dev.redlock.mutants;

import java.util.List;

/** Defects in how a client sends, waits and cleans up. */
final class ClientMutants {
    private static final String ACQUISITION = "runtime.Acquisition";
    private static final String CLUSTER = "node.lettuce.LettuceCluster";

    static final List<Mutant> ALL = List.of(
            Mutant.of("M05", "a lost round is withdrawn only where the vote was seen")
                    .inClass(
                            "protocol.AcquireRound",
                            "return !neverAsked && !(vote instanceof Denied);",
                            "return vote instanceof Granted;"),
            Mutant.of("M18", "all rounds of a call use the same holder id")
                    .inClass(
                            ACQUISITION,
                            "private int losses;",
                            "private int losses;\n    private String reused = \"\";")
                    .inClass(
                            ACQUISITION,
                            "engine.environment().holderIds().get(), order.owner());",
                            "reused = reused.isEmpty() ? engine.environment().holderIds().get() : reused, order.owner());"),
            Mutant.of("M19", "answers to an earlier round are counted")
                    .inClass("runtime.Voting", "return isOpen && number == ofRound;", "return isOpen;"),
            // Each of the two alone is enough to let somebody win.
            Mutant.of("M21", "rivals neither get into line nor spread their pauses at random")
                    .inClass("runtime.Rivals", "return true;", "return false;")
                    .inClass("protocol.RetrySchedule", "(long) (duration.toNanos() * factor)", "duration.toNanos()"),
            Mutant.onProcesses("M25", "the connection repeats commands when it is back")
                    .inClass(CLUSTER, ".autoReconnect(false)", ".autoReconnect(true)")
                    .inClass(CLUSTER, "DisconnectedBehavior.REJECT_COMMANDS", "DisconnectedBehavior.ACCEPT_COMMANDS")
                    .inClass(
                            "node.lettuce.LettuceSession",
                            "if (wire.isOpen()) {\n            outbox.put(letter);",
                            "if (true) {\n            outbox.put(letter);")
                    .inClass(
                            "node.lettuce.LettuceSession",
                            "if (!wire.isOpen()) {\n            letters",
                            "if (false) {\n            letters")
                    .inClass("node.lettuce.Wire", "close();\n                callback.run();", ""),
            Mutant.of("M38", "a release that a node did not confirm is not sent again")
                    .inClass(
                            "runtime.Engine",
                            "if (reply instanceof Failed) {\n                owe",
                            "if (false) {\n                owe"),
            Mutant.withThreads("M40", "the mailbox takes its next task without the lock")
                    .inClass(
                            "runtime.Mailbox",
                            "synchronized (tasks) {\n            Runnable next = tasks.poll();",
                            "{\n            Runnable next = tasks.poll();"),
            Mutant.of("M45", "an extension is sent again behind the release")
                    .inClass(
                            "runtime.Engine",
                            "if (isScriptMissing(reply) && !needsVote(request)) {",
                            "if (isScriptMissing(reply)) {"),
            Mutant.withThreads("M48", "the queue of callers hands on turns without the lock")
                    .inClass(
                            "runtime.LocalQueue",
                            "synchronized (byName) {\n            waiter.names().forEach(name -> remove",
                            "{\n            waiter.names().forEach(name -> remove"),
            Mutant.withThreads("M49", "a caller who is interrupted gives up outside the mailbox")
                    .inClass(
                            ACQUISITION,
                            "    public void cancel() {\n        mailbox.post(() -> {\n            if (phase == Phase.IN_ROUND) {\n                voting.cancel();\n            } else if (phase != Phase.DONE) {\n                finish(new Lost(Reason.CANCELLED, lastLoss.evidence()));\n            } else if (won != null) {\n                won.release();\n            }\n        });",
                            "    public void cancel() {\n            if (phase == Phase.IN_ROUND) {\n                voting.cancel();\n            } else if (phase != Phase.DONE) {\n                finish(new Lost(Reason.CANCELLED, lastLoss.evidence()));\n            } else if (won != null) {\n                won.release();\n            }"),
            Mutant.withThreads("M50", "the timer renews a lease outside the mailbox")
                    .inClass(
                            "runtime.HeldLease",
                            "schedule(engine.now().until(tick), () -> mailbox.post(task))",
                            "schedule(engine.now().until(tick), task)"));

    private ClientMutants() {}
}
