package dev.redlock.mutants;

import java.util.List;

/** Defects in how a client sends, waits and cleans up. */
final class ClientMutants {
    private static final String ACQUISITION = "runtime.Acquisition";
    private static final String CLUSTER = "node.lettuce.LettuceCluster";

    static final List<Mutant> ALL = List.of(
            Mutant.of("M05", "a lost round is withdrawn only where the vote was seen")
                    .inClass(
                            ACQUISITION,
                            "if (!neverAsked && !(reply instanceof Denied)) {",
                            "if (reply instanceof NodeReply.Granted) {"),
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
                    .inClass(
                            ACQUISITION,
                            "return phase == Phase.IN_ROUND && roundNumber == number;",
                            "return phase == Phase.IN_ROUND;"),
            Mutant.of("M21", "pauses are not spread at random")
                    .inClass("protocol.RetrySchedule", "(long) (duration.toNanos() * factor)", "duration.toNanos()"),
            Mutant.onProcesses("M25", "the connection repeats commands when it is back")
                    .inClass(CLUSTER, ".autoReconnect(false)", ".autoReconnect(true)")
                    .inClass(CLUSTER, "DisconnectedBehavior.REJECT_COMMANDS", "DisconnectedBehavior.ACCEPT_COMMANDS")
                    .inClass(
                            "node.lettuce.LettuceSession",
                            "if (!wire.isOpen()) {\n            settle",
                            "if (false) {\n            settle")
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
                            "{\n            Runnable next = tasks.poll();"));

    private ClientMutants() {}
}
