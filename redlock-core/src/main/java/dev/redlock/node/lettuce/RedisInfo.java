package dev.redlock.node.lettuce;

import dev.redlock.node.NodeFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what Redis says of itself: the text of INFO, and the fields of our own record. */
final class RedisInfo {
    /** The first version with RESP3, ACLs and typed SCAN. */
    private static final int OLDEST_MAJOR = 6;

    private static final Pattern MAJOR = Pattern.compile("(\\d{1,9})\\.");

    /** The fields of the record, in the order in which {@link #facts} expects them. */
    static final String[] RECORD_FIELDS = {".run", ".nodes", ".floor", ".high", ".maxttl", ".mark"};

    private final Map<String, String> fields = new HashMap<>();
    private final boolean toleratesEviction;

    RedisInfo(String info, boolean toleratesEviction) {
        this.toleratesEviction = toleratesEviction;
        for (String line : info.split("\r?\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
    }

    NodeFacts facts(List<@Nullable String> meta) {
        List<String> objections = objections();
        Optional<NodeFacts.Admission> admission = Optional.empty();
        try {
            admission = admission(meta);
        } catch (NumberFormatException damaged) {
            objections.add("its records are damaged: " + String.join(", ", RECORD_FIELDS) + " are " + meta);
        }
        Optional<String> mark = admission.isPresent() ? Optional.empty() : Optional.ofNullable(meta.get(5));
        return new NodeFacts(runId(), uptime(), wasPromoted(), admission, objections, mark);
    }

    /**
     * A primary that became a replica and a primary again is the same process, but its data came from elsewhere in between:
     * it may lack its own latest votes. So it goes by another name since, as if it had restarted.
     */
    private String runId() {
        return wasPromoted() ? field("run_id") + "-" + field("master_replid2") : field("run_id");
    }

    /** Redis subtracts whole seconds of its clock: a process that started at 0.9 calls itself one second old at 1.0. */
    private Duration uptime() {
        return Duration.ofSeconds(number("uptime_in_seconds") - 1);
    }

    String version() {
        return field("redis_version");
    }

    Optional<String> evictionRisk() {
        boolean evicts = number("maxmemory") > 0 && !field("maxmemory_policy").equals("noeviction");
        return evicts
                ? Optional.of("its maxmemory-policy is " + field("maxmemory_policy")
                        + ", which may drop votes and tokens;" + " set it to noeviction")
                : Optional.empty();
    }

    private List<String> objections() {
        List<String> objections = new ArrayList<>();
        if (!field("role").equals("master")) {
            objections.add("it is a replica; only a primary may be a node");
        }
        if (majorVersion() < OLDEST_MAJOR) {
            objections.add("it is Redis " + version() + "; at least " + OLDEST_MAJOR + ".0 is needed");
        }
        if (field("run_id").isEmpty()) {
            objections.add("it does not tell its run id, so a restart could not be noticed");
        }
        if (!toleratesEviction) {
            evictionRisk().ifPresent(objections::add);
        }
        return objections;
    }

    private int majorVersion() {
        Matcher major = MAJOR.matcher(version());
        return major.lookingAt() ? Integer.parseInt(major.group(1)) : 0;
    }

    /** A primary that has a second replication id was a replica of the one with that id. */
    private boolean wasPromoted() {
        String earlier = field("master_replid2");
        return !earlier.isEmpty() && !earlier.chars().allMatch(digit -> digit == '0');
    }

    private static Optional<NodeFacts.Admission> admission(List<@Nullable String> meta) {
        String run = meta.get(0);
        if (run == null) {
            return Optional.empty();
        }
        int nodes = (int) parse(meta.get(1));
        long high = Math.max(parse(meta.get(2)), parse(meta.get(3)));
        return Optional.of(new NodeFacts.Admission(run, nodes, high, Duration.ofMillis(parse(meta.get(4)))));
    }

    private static long parse(@Nullable String number) {
        return number == null ? 0 : Long.parseLong(number);
    }

    private long number(String field) {
        String text = field(field);
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private String field(String name) {
        return fields.getOrDefault(name, "");
    }
}
