package dev.redlock.cli;

import dev.redlock.cli.exec.Program;
import dev.redlock.cli.terminal.Terminal;
import dev.redlock.testkit.redis.RedisNodeSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sandbox",
        customSynopsis = "redlock sandbox [OPTIONS] [-- COMMAND [ARGUMENTS]]",
        description = "Run a command, or a shell, with Redis servers of its own. They forget everything when it ends.",
        sortOptions = false,
        footerHeading = "%nThe command sees:%n",
        footer = {
            "  REDLOCK_NODES        the addresses, which redlock takes when there is no --nodes",
            "",
            "Exit code: that of the command.",
            "",
            "Examples:",
            "  redlock sandbox                       a shell to try things in, until exit",
            "  redlock sandbox -n 5 -- ./it-test.sh  five servers for a script"
        })
final class SandboxCommand implements Callable<Integer> {
    private static final String OWN_VARIABLES = "REDLOCK_";

    private final Terminal terminal;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "How many servers; 3 by default.")
    private int count = 3;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "What to run, after --; your shell by default.")
    private List<String> command = new ArrayList<>();

    SandboxCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> program = program();
        Program.require(program.get(0), terminal.environment());
        // Nothing to install, and the same for everybody.
        System.setProperty("redlock.testkit.provider", "embedded");
        try (RedisNodeSet nodes = RedisNodeSet.start(count)) {
            terminal.err()
                    .println("redlock: " + count + " Redis servers ("
                            + nodes.node(0).provider() + ") run until this command ends, see REDLOCK_NODES");
            ProcessBuilder builder = new ProcessBuilder(program).inheritIO();
            Map<String, String> environment = builder.environment();
            // A password or a prefix is for other servers than these.
            environment.keySet().removeIf(name -> name.startsWith(OWN_VARIABLES));
            environment.put("REDLOCK_NODES", String.join(",", nodes.uris()));
            return builder.start().waitFor();
        }
    }

    private List<String> program() {
        return command.isEmpty() ? List.of(terminal.environment().getOrDefault("SHELL", "sh")) : command;
    }
}
