package dev.redlock.chaos.fault;

import dev.redlock.chaos.rig.Link;
import dev.redlock.chaos.rig.Link.Way;
import dev.redlock.chaos.rig.Probe;
import dev.redlock.testkit.redis.RedisNode;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * What can go wrong between one client and one node. Its effect is seen with a connection of its own through the same link,
 * and by what the node itself says of it.
 */
public record LinkFaults(Link link, RedisNode node) {
    private static final Duration GLIMPSE = Duration.ofMillis(60);
    private static final String LONG_ANSWER = "INFO server";
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

    /** Connections end and new ones are refused. */
    public Nemesis cut() {
        return nemesis("cut", "connections end, new ones are refused", link::cut, () -> !answers("PING", GLIMPSE));
    }

    /** Neither requests nor replies arrive, and nobody is told. */
    public Nemesis partition() {
        return nemesis(
                "partition",
                "neither requests nor replies arrive",
                () -> {
                    link.drop(Way.REQUESTS);
                    link.drop(Way.REPLIES);
                },
                () -> isSilent(false));
    }

    public Nemesis dropRequests() {
        return nemesis(
                "requests lost", "requests vanish, replies pass", () -> link.drop(Way.REQUESTS), () -> isSilent(false));
    }

    public Nemesis dropReplies() {
        return nemesis(
                "replies lost", "requests arrive, replies vanish", () -> link.drop(Way.REPLIES), () -> isSilent(true));
    }

    /** They arrive when the fault ends. */
    public Nemesis holdRequests() {
        return nemesis(
                "requests held",
                "requests are kept on the way and arrive late",
                () -> link.hold(Way.REQUESTS),
                () -> isSilent(false));
    }

    /** They arrive when the fault ends. */
    public Nemesis holdReplies() {
        return nemesis(
                "replies held",
                "replies are kept on the way and arrive late",
                () -> link.hold(Way.REPLIES),
                () -> isSilent(true));
    }

    public Nemesis delay(Duration latency, Duration jitter) {
        Duration least = latency.minus(jitter);
        return nemesis(
                "delay " + latency.toMillis() + " ms",
                "every reply takes " + latency.toMillis() + "±" + jitter.toMillis() + " ms longer",
                () -> link.delay(Way.REPLIES, latency, jitter),
                () -> Probe.redis(link, "PING", LONG_ENOUGH)
                        .filter(took -> took.compareTo(least) >= 0)
                        .isPresent());
    }

    public Nemesis reset() {
        return nemesis("reset", "new connections are reset", link::reset, () -> !answers("PING", GLIMPSE));
    }

    /** A wrong entry in a configuration, or in the names of a network: another server answers. */
    public Nemesis leadsTo(RedisNode other) {
        return nemesis(
                "wrong address",
                "another server answers at the address of this one",
                () -> link.leadTo(other.host(), other.port()),
                () -> reaches(other));
    }

    private boolean reaches(RedisNode other) {
        String key = "chaos:probe:" + UUID.randomUUID();
        other.command("SET", key, LONG_ANSWER.repeat(10), "PX", "10000");
        return Probe.whole(link, "GET " + key, GLIMPSE).bytes() > LONG_ANSWER.length() * 10;
    }

    public Nemesis slice() {
        return nemesis(
                "slices",
                "replies come in pieces of a byte or two",
                link::slice,
                () -> Probe.whole(link, LONG_ANSWER, GLIMPSE).pieces() > 10);
    }

    public Nemesis truncate(int bytes) {
        return nemesis(
                "truncation after " + bytes + " bytes",
                "every connection ends after " + bytes + " bytes of replies",
                () -> link.truncate(bytes),
                () -> Probe.whole(link, LONG_ANSWER, GLIMPSE).bytes() <= bytes);
    }

    /** Nothing comes back; and the node did or did not get what was sent. */
    private boolean isSilent(boolean requestArrives) {
        String key = "chaos:probe:" + UUID.randomUUID();
        boolean answered = answers("SET " + key + " 1 PX 10000", GLIMPSE);
        return !answered && node.command("EXISTS", key).equals(requestArrives ? "1" : "0");
    }

    private boolean answers(String command, Duration patience) {
        return Probe.redis(link, command, patience).isPresent();
    }

    private Nemesis nemesis(String kind, String what, Runnable begin, BooleanSupplier effect) {
        return new Nemesis(link.name(), kind, what, begin, effect, link::heal);
    }
}
