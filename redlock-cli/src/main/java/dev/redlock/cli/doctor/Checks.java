package dev.redlock.cli.doctor;

import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What follows from what the nodes said. Knows no server: only answers. */
final class Checks {
    private static final int OLDEST_MAJOR = 6;
    private static final Duration SLOW = Duration.ofMillis(50);
    private static final Duration TOO_SLOW = Duration.ofMillis(500);
    private static final Duration APART = Duration.ofSeconds(1);
    private static final Duration FAR_APART = Duration.ofSeconds(60);
    private static final long MANY_SCRIPTS = 1000;
    private static final double NEARLY_FULL = 0.9;

    private final List<Finding> findings = new ArrayList<>();

    private Checks() {}

    static List<Finding> of(List<Examination> nodes) {
        Checks checks = new Checks();
        checks.number(nodes);
        checks.reachable(nodes);
        checks.sameServer(nodes);
        checks.clocks(nodes);
        for (Examination node : nodes) {
            if (node.isReachable()) {
                checks.server(node);
                checks.memory(node);
                checks.persistence(node);
                checks.use(node);
            }
        }
        return checks.findings;
    }

    private void number(List<Examination> nodes) {
        if (nodes.size() == 1) {
            add(
                    Severity.WARNING,
                    "all",
                    "there is one node only",
                    "if it is down nobody gets a lock, and if it restarts empty nobody else remembers who held one",
                    "use three nodes on different machines, or five");
        } else if (nodes.size() % 2 == 0) {
            add(
                    Severity.NOTE,
                    "all",
                    nodes.size() + " nodes are an even number",
                    "they survive the loss of no more nodes than " + (nodes.size() - 1) + " would",
                    "use an odd number");
        }
    }

    private void reachable(List<Examination> nodes) {
        long up = nodes.stream().filter(Examination::isReachable).count();
        int needed = nodes.size() / 2 + 1;
        for (Examination node : nodes) {
            node.trouble()
                    .ifPresent(trouble -> add(
                            up >= needed ? Severity.WARNING : Severity.CRITICAL,
                            node.address(),
                            "cannot be asked: " + trouble,
                            up >= needed
                                    ? up + " of " + nodes.size() + " nodes answer, " + needed
                                            + " are needed: locks work," + " but "
                                            + (up == needed ? "no other node may fail" : "with less in reserve")
                                    : up + " of " + nodes.size() + " nodes answer, " + needed
                                            + " are needed: nobody gets a lock",
                            isAboutCredentials(trouble)
                                    ? "check the user and the password: REDLOCK_USERNAME, REDLOCK_PASSWORD or the address"
                                    : "start the server, or check address, port, firewall and TLS (rediss://)"));
        }
    }

    private static boolean isAboutCredentials(String trouble) {
        return trouble.contains("WRONGPASS") || trouble.contains("NOAUTH") || trouble.contains("NOPERM");
    }

    private void sameServer(List<Examination> nodes) {
        Map<String, String> seen = new HashMap<>();
        for (Examination node : nodes) {
            String other =
                    node.field("run_id").isEmpty() ? null : seen.putIfAbsent(node.field("run_id"), node.address());
            if (other != null) {
                add(
                        Severity.CRITICAL,
                        node.address(),
                        "is the same server as " + other,
                        "its vote would count twice, and its failure would cost two votes",
                        "list every server once");
            }
        }
    }

    private void clocks(List<Examination> nodes) {
        List<Duration> ahead =
                nodes.stream().flatMap(node -> node.ahead().stream()).sorted().toList();
        if (ahead.isEmpty()) {
            return;
        }
        Duration spread = ahead.get(ahead.size() - 1).minus(ahead.get(0));
        if (spread.compareTo(APART) > 0) {
            add(
                    spread.compareTo(FAR_APART) > 0 ? Severity.CRITICAL : Severity.WARNING,
                    "all",
                    "the clocks of the nodes are " + Times.of(spread) + " apart",
                    "leases do not depend on it, but a node that loses its data goes on counting tokens from its clock:"
                            + " one that is far behind could give a token again",
                    "run NTP on the nodes, and let it slew, not step");
        } else if (ahead.stream().allMatch(offset -> offset.abs().compareTo(APART) > 0)) {
            add(
                    Severity.NOTE,
                    "here",
                    "the clock of this machine is " + Times.of(ahead.get(0).abs()) + " off those of the nodes",
                    "leases do not depend on it; times shown here do",
                    "run NTP on this machine");
        }
    }

    private void server(Examination node) {
        if (major(node.field("redis_version")) < OLDEST_MAJOR) {
            add(
                    Severity.CRITICAL,
                    node.address(),
                    "is Redis " + node.field("redis_version"),
                    "it is refused as a node",
                    "upgrade to 6.0 or newer");
        }
        if (!node.field("role").equals("master")) {
            add(
                    Severity.CRITICAL,
                    node.address(),
                    "is a replica",
                    "it is refused as a node: what it knows is a copy, and may be old",
                    "list servers that are primaries, independent of each other");
        }
        if (node.roundTrip().compareTo(SLOW) > 0) {
            add(
                    node.roundTrip().compareTo(TOO_SLOW) > 0 ? Severity.CRITICAL : Severity.WARNING,
                    node.address(),
                    "takes " + Times.of(node.roundTrip()) + " to answer",
                    "a lock takes as long as the slowest node of the fastest majority; beyond 500 ms its vote is not"
                            + " waited for",
                    "bring it nearer, or look for slow commands (SLOWLOG GET)");
        }
        if (!node.denied().isEmpty()) {
            add(
                    Severity.CRITICAL,
                    node.address(),
                    "refuses what the lock needs: " + String.join("; ", node.denied()),
                    "its vote cannot be had, or not be given back",
                    "give this user the rights of docs/operations.md, 'Access rights'; if it is out of memory, make room");
        }
    }

    private void memory(Examination node) {
        long most = node.number("maxmemory");
        boolean evicts = most > 0 && !node.field("maxmemory_policy").equals("noeviction");
        if (evicts) {
            add(
                    Severity.CRITICAL,
                    node.address(),
                    "may evict keys: maxmemory-policy is " + node.field("maxmemory_policy"),
                    "it is refused as a node: a vote that is evicted can be given to somebody else",
                    "CONFIG SET maxmemory-policy noeviction, and in redis.conf");
        } else if (most > 0 && node.number("used_memory") > NEARLY_FULL * most) {
            add(
                    Severity.WARNING,
                    node.address(),
                    "is nearly out of memory",
                    "it will refuse to vote when it is",
                    "raise maxmemory, or give the lock servers of its own");
        }
        if (node.number("number_of_cached_scripts") > MANY_SCRIPTS) {
            add(
                    Severity.WARNING,
                    node.address(),
                    "has " + node.number("number_of_cached_scripts") + " scripts in its cache",
                    "somebody builds scripts with values inside, which fills its memory; the lock has ten",
                    "find out who, then SCRIPT FLUSH; the lock loads its scripts again by itself");
        }
    }

    private void persistence(Examination node) {
        boolean failing = node.field("rdb_last_bgsave_status").equals("err")
                || node.field("aof_last_write_status").equals("err");
        if (failing) {
            add(
                    Severity.WARNING,
                    node.address(),
                    "cannot write to its disk",
                    "Redis refuses writes then, and so its vote",
                    "look at its log and its disk");
        } else if (!node.field("aof_enabled").equals("1")) {
            add(
                    Severity.NOTE,
                    node.address(),
                    "keeps no append-only file",
                    "after a restart it may not vote for as long as the longest ttl, because it may have forgotten votes",
                    "nothing, if that is acceptable; clients of nodes that all run with appendfsync always may use"
                            + " trustRestartedNodes()");
        }
    }

    private void use(Examination node) {
        String standing = node.standing();
        if (standing.startsWith("in quarantine")) {
            add(
                    Severity.WARNING,
                    node.address(),
                    "is " + standing,
                    "its vote does not count until every vote that it may have forgotten has ended",
                    "nothing, it ends by itself; if nobody restarted or flushed it, find out who did");
        } else if (standing.startsWith("refused: it belongs") || standing.startsWith("refused: its records")) {
            add(
                    Severity.CRITICAL,
                    node.address(),
                    "is " + standing,
                    "clients with different lists of nodes can give the same lock twice",
                    "use the same list everywhere; to change it, see docs/operations.md, 'Restart and upgrade'");
        }
    }

    private static int major(String version) {
        String digits = version.split("\\.", 2)[0];
        return !digits.isEmpty() && digits.length() < 9 && digits.chars().allMatch(Character::isDigit)
                ? Integer.parseInt(digits)
                : 0;
    }

    private void add(Severity severity, String where, String what, String meaning, String remedy) {
        findings.add(new Finding(severity, where, what, meaning, remedy));
    }
}
