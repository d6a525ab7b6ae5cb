package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.check.Checker;
import dev.redlock.chaos.check.Judgement;
import dev.redlock.chaos.history.History;
import dev.redlock.chaos.history.Traffic;
import java.util.Locale;

/** The lock does not storm the nodes, neither with commands nor with connections. */
final class RateChecker implements Checker {

    @Override
    public String id() {
        return "INV-RATE";
    }

    @Override
    public String promise() {
        return "An attempt costs a bounded number of commands, and connections are not opened in storms.";
    }

    @Override
    public Judgement check(History history) {
        Inquiry inquiry = new Inquiry(id(), history);
        Traffic traffic = history.facts().traffic();
        inquiry.look(traffic.attempts());
        if (traffic.commands() > traffic.attempts() * traffic.commandsPerAttempt()) {
            inquiry.violation(
                    "nodes",
                    history.startedAt(),
                    "%d attempts cost %d commands, where %s each are allowed.",
                    traffic.attempts(),
                    traffic.commands(),
                    String.format(Locale.ROOT, "%.1f", traffic.commandsPerAttempt()));
        }
        if (traffic.reconnects() > traffic.reconnectsAllowed()) {
            inquiry.violation(
                    "nodes",
                    history.startedAt(),
                    "Connections were opened again %d times, where %d are allowed.",
                    traffic.reconnects(),
                    traffic.reconnectsAllowed());
        }
        return inquiry.closed();
    }
}
