package dev.redlock.cli.exec;

import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts a program in a session of its own.
 *
 * <p>Whatever the program starts is in that session and can be ended with it, also after the program itself has ended and the
 * parentage of its children is forgotten. And a process outside the session of a terminal may read from it, while one in
 * another group of the same session would be stopped.
 *
 * @param launcher a program and its arguments, before the one to be started
 */
record OwnSession(List<String> launcher) {
    private static final List<List<String>> LAUNCHERS = List.of(
            // util-linux and busybox
            List.of("setsid"),
            // macOS has no setsid, but comes with perl
            List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV; exit 127;"),
            List.of("python3", "-c", "import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])"));

    /** The first way there is on this machine. Without one, a command cannot be ended as a whole, and is not started. */
    static OwnSession find(Map<String, String> environment) {
        return LAUNCHERS.stream()
                .filter(launcher -> Program.onPath(launcher.get(0), environment).isPresent())
                .filter(launcher -> Program.onPath("sh", environment).isPresent())
                .findFirst()
                .map(OwnSession::new)
                .orElseThrow(() -> new CliException(
                        ExitCode.SETUP,
                        "exec needs sh and one of setsid, perl and python3, so that a command can be ended with"
                                + " everything it has started when the lock is lost"));
    }

    List<String> command(List<String> program) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(program);
        return command;
    }
}
