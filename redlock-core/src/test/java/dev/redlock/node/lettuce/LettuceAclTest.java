package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.Place;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rights that a user needs for the lock: these, and none fewer. The documentation shows the same line. */
@RedisNodes(1)
class LettuceAclTest {
    private static final String RIGHTS =
            "+evalsha +eval +script|load +info +ping +subscribe +unsubscribe +publish +client|setinfo"
                    + " +get +set +setrange +del +pttl +pexpire +hget +hmget +hset +unlink +zadd +zcard +zpopmin +zrem +scan +time";
    private static final String KEYS = "~redlock:* ~redlock.*";
    private static final String CHANNELS = "&redlock:*";

    private final RedisNode redis;
    private final LettuceFixture fixture;

    LettuceAclTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }

    @Test
    void a_user_with_the_documented_rights_can_do_everything() {
        assertThat(refusals(KEYS, CHANNELS, RIGHTS)).isEmpty();
    }

    @Test
    void every_right_is_needed() {
        for (String right : RIGHTS.split(" ", -1)) {
            String others = RIGHTS.replace(right + " ", "").replace(" " + right, "");
            assertThat(others.length()).isLessThan(RIGHTS.length());
            assertThat(refusals(KEYS, CHANNELS, others)).as("without %s", right).isNotEmpty();
        }
    }

    @Test
    void the_keys_and_the_channels_are_needed() {
        assertThat(refusals("~redlock:*", CHANNELS, RIGHTS)).isNotEmpty();
        assertThat(refusals("~redlock.*", CHANNELS, RIGHTS)).isNotEmpty();
        assertThat(refusals(KEYS, "", RIGHTS)).isNotEmpty();
    }

    /** Does everything that there is to do, as a user with these rights; returns what the server refused. */
    private List<String> refusals(String keys, String channels, String rights) {
        redis.command("FLUSHALL");
        redis.command("SCRIPT", "FLUSH");
        redis.command("ACL", "LOG", "RESET");
        List<String> line =
                new ArrayList<>(List.of("ACL", "SETUSER", "lock", "reset", "resetchannels", "on", ">secret"));
        line.addAll(List.of((keys + " " + channels + " " + rights).split(" +")));
        assertThat(redis.command(line.toArray(String[]::new))).isEqualTo("OK");
        NodeProbe probe = fixture.open("redis://lock:secret@" + redis.host() + ":" + redis.port());
        await().until(() -> probe.isConnected() || !probe.disconnections().isEmpty());
        List<String> refusals = new ArrayList<>(probe.disconnections());
        if (probe.isConnected()) {
            useEverything(probe, refusals);
        }
        probe.close();
        String log = redis.command("ACL", "LOG");
        if (!log.isEmpty()) {
            refusals.add(log);
        }
        return refusals;
    }

    private void useEverything(NodeProbe probe, List<String> refusals) {
        Claim claim = Claims.of("anna", "a", "b");
        Duration ttl = Duration.ofMinutes(1);
        probe.node().watch("a");
        ask(probe, new NodeRequest.Mark(""), refusals);
        ask(probe, probe.admission(1, NodeProbe.MAX_TTL), refusals);
        ask(probe, new Acquire(claim, ttl, 0), refusals);
        ask(probe, new Acquire(Claims.of("bert", "a"), ttl, 0, Optional.of(new Place("ticket", true))), refusals);
        ask(probe, new NodeRequest.LeaveLine(List.of("a"), "ticket"), refusals);
        ask(probe, new NodeRequest.Raise(claim, 1, 1), refusals);
        ask(probe, new Release(Claims.of("anna", "b")), refusals);
        ask(probe, new Extend(claim, ttl, 1, true), refusals);
        ask(probe, new ForceRelease("b"), refusals);
        ask(probe, new NodeRequest.Inspect("a"), refusals);
        ask(probe, new NodeRequest.ListVotes(), refusals);
        ask(probe, new NodeRequest.Rotate(Duration.ZERO), refusals);
        ask(probe, new NodeRequest.ReadFacts(), refusals);
        redis.command("SCRIPT", "FLUSH");
        probe.ask(new Release(claim));
        ask(probe, new Release(claim), refusals);
        probe.node().unwatch("a");
        ((LettuceSession) probe.awaitSession()).ping();
        ask(probe, new NodeRequest.ReadFacts(), refusals);
        if (refusals.isEmpty() && redis.command("ACL", "LOG").isEmpty()) {
            await().until(() -> probe.notices().size() == 1);
        }
    }

    private static void ask(NodeProbe probe, NodeRequest request, List<String> refusals) {
        NodeReply reply = probe.ask(request);
        if (reply instanceof Failed failed) {
            refusals.add(request + ": " + failed);
        }
    }
}
