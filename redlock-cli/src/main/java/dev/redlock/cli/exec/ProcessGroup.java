package dev.redlock.cli.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A command and all it has started: those in its process group, those in its session, and those whose ancestor it is.
 *
 * <p>Only what starts a session of its own <em>and</em> has lost its parent escapes, as a daemon does on purpose.
 *
 * @param leader the process id of the command, which is the id of the group and of the session, too
 */
record ProcessGroup(long leader) {
    private static final Path PROC = Path.of("/proc");
    private static final int KILL_TIMEOUT_SECONDS = 5;
    private static final String SIGNAL_ALL =
            "names=$1; shift; for name in $names; do kill -s \"$name\" -- \"$@\"; done";

    /** The processes that still run. One that has ended and waits to be reaped does not. */
    Set<Long> members() {
        Set<Long> members = new TreeSet<>();
        if (Files.isDirectory(PROC.resolve("self"))) {
            addFromProc(members);
        } else {
            addFromPs(members);
        }
        ProcessHandle.of(leader)
                .ifPresent(handle -> handle.descendants()
                        .filter(ProcessHandle::isAlive)
                        .map(ProcessHandle::pid)
                        .filter(pid -> !isZombie(pid))
                        .forEach(members::add));
        return members;
    }

    boolean isEmpty() {
        return members().isEmpty();
    }

    /** One after the other, to the whole group at once, so that nobody can start a process in between, and to those outside. */
    void signal(String... names) {
        Set<Long> members = members();
        List<String> command = new ArrayList<>(List.of("sh", "-c", SIGNAL_ALL, "kill", String.join(" ", names)));
        command.add("-" + leader);
        members.stream()
                .filter(pid -> groupOf(pid) != leader)
                .map(String::valueOf)
                .forEach(command::add);
        try {
            Process kill = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            kill.getOutputStream().close();
            kill.waitFor(KILL_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            signalEach(names[0], members);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One by one at first, which takes no time; whoever has started another process meanwhile goes with the group. */
    void kill() {
        signalEach("KILL", members());
        if (!isEmpty()) {
            signal("KILL");
        }
    }

    private static void signalEach(String name, Set<Long> members) {
        for (long pid : members) {
            ProcessHandle.of(pid)
                    .ifPresent(name.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        }
    }

    private void addFromProc(Set<Long> members) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                Stat stat = Stat.read(entry);
                if (stat.isRunning() && (stat.group() == leader || stat.session() == leader)) {
                    members.add(Long.parseLong(entry.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            addFromPs(members);
        }
    }

    private void addFromPs(Set<Long> members) {
        try {
            Process ps = new ProcessBuilder("ps", "-A", "-o", "pid=,pgid=,stat=").start();
            ps.getOutputStream().close();
            for (String line : new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                String[] fields = line.strip().split("\\s+", 3);
                if (fields.length == 3 && Long.parseLong(fields[1]) == leader && !fields[2].startsWith("Z")) {
                    members.add(Long.parseLong(fields[0]));
                }
            }
        } catch (IOException e) {
            ProcessHandle.of(leader)
                    .filter(ProcessHandle::isAlive)
                    .map(ProcessHandle::pid)
                    .ifPresent(members::add);
        }
    }

    private static long groupOf(long pid) {
        return Stat.read(PROC.resolve(Long.toString(pid))).group();
    }

    private static boolean isZombie(long pid) {
        Path entry = PROC.resolve(Long.toString(pid));
        return Files.isDirectory(entry) && !Stat.read(entry).isRunning();
    }

    /** What Linux says of a process. */
    private record Stat(char state, long group, long session) {
        private static final Stat GONE = new Stat('X', -1, -1);

        static Stat read(Path entry) {
            try {
                String text = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
                // The name of the program stands before it in brackets, and may itself contain brackets and spaces.
                String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", 6);
                return new Stat(fields[0].charAt(0), Long.parseLong(fields[2]), Long.parseLong(fields[3]));
            } catch (IOException | IndexOutOfBoundsException ended) {
                return GONE;
            }
        }

        boolean isRunning() {
            return state != 'Z' && state != 'X';
        }
    }
}
