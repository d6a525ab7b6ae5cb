package dev.redlock.cli;

import dev.redlock.LockStatus.NodeView;
import dev.redlock.Redlock;
import dev.redlock.cli.config.Settings;
import dev.redlock.cli.doctor.Doctor;
import dev.redlock.cli.doctor.DoctorText;
import dev.redlock.cli.doctor.Examination;
import dev.redlock.cli.doctor.Finding;
import dev.redlock.cli.doctor.Severity;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.terminal.Json;
import dev.redlock.cli.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = "Examine the nodes: what is unsafe or will fail, what it means, and how to mend it.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  redlock doctor",
            "  redlock doctor --json | jq '.findings[].what'",
            "",
            "Exit code 0 if all is well, 1 with warnings, 2 if something is critical.",
            "Writes one key of its own to each node, to see whether it may, and deletes it."
        })
final class DoctorCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Option(names = "--json", description = "For programs.")
    private boolean json;

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Settings settings = nodes.settings(terminal);
        List<NodeView> seen;
        try (Redlock redlock = Observer.of(settings)) {
            seen = redlock.inspect("*").nodes();
        }
        Doctor doctor = new Doctor(settings);
        List<Examination> examined = doctor.examine(seen);
        List<Finding> findings = doctor.findings(examined);
        DoctorText text = new DoctorText(terminal.paint(), examined, findings);
        if (json) {
            terminal.out().println(Json.of(text.json()));
        } else {
            text.lines().forEach(terminal.out()::println);
        }
        return exitCode(findings);
    }

    private static int exitCode(List<Finding> findings) {
        if (findings.stream().anyMatch(finding -> finding.severity() == Severity.CRITICAL)) {
            return ExitCode.CRITICAL;
        }
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.WARNING)
                ? ExitCode.WARNINGS
                : ExitCode.OK;
    }
}
