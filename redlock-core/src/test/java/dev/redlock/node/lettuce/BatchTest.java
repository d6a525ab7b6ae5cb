package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claims;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that come together go out together, and each is answered as if it had come alone. */
@RedisNodes(1)
class BatchTest {
    private static final Duration TTL = Duration.ofMinutes(1);

    private final RedisNode redis;
    private final LettuceFixture fixture;
    private NodeProbe probe;

    BatchTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @BeforeEach
    void open() {
        redis.command("FLUSHALL");
        probe = fixture.open().admitted(1);
        redis.command("CONFIG", "RESETSTAT");
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }

    @Test
    void they_are_carried_out_in_their_order_in_one_call() {
        List<NodeReply> replies = together(
                acquire("anna", "a"),
                acquire("bert", "a"),
                release("anna", "a"),
                acquire("bert", "a"),
                release("x", "b"));

        assertThat(replies.get(0)).isInstanceOf(Granted.class);
        assertThat(replies.get(1)).isInstanceOf(Denied.class);
        assertThat(replies.get(2)).isEqualTo(new Freed(Found.OWN));
        assertThat(replies.get(3)).isInstanceOf(Granted.class);
        assertThat(replies.get(4)).isEqualTo(new Freed(Found.EXPIRED));
        assertThat(scriptCalls()).isEqualTo(1);
    }

    @Test
    void many_names_and_all_that_is_needed_to_hold_a_lock() {
        List<NodeReply> replies = together(
                acquire("anna", "a", "b"),
                acquire("bert", "c"),
                new Extend(Claims.of("anna", "a", "b"), TTL, 1, false),
                new Extend(Claims.of("bert", "d"), TTL, 1, false),
                release("anna", "a", "b"));

        assertThat(replies.get(0)).isInstanceOf(Granted.class);
        assertThat(replies.get(1)).isInstanceOf(Granted.class);
        assertThat(replies.get(2)).isEqualTo(new Confirmed());
        assertThat(replies.get(3)).isEqualTo(new NodeReply.NotHeld());
        assertThat(replies.get(4)).isEqualTo(new Freed(Found.OWN));
        assertThat(scriptCalls()).isEqualTo(1);
    }

    @Test
    void one_that_fails_does_not_keep_the_others_from_being_carried_out() {
        redis.command("HSET", "redlock.records", "damaged", "abc");

        List<NodeReply> replies = together(acquire("anna", "a"), acquire("anna", "damaged"), acquire("anna", "c"));

        assertThat(replies.get(0)).isInstanceOf(Granted.class);
        assertThat(replies.get(1)).isEqualTo(new Failed(Cause.ERROR, "the token of damaged is not a number"));
        assertThat(replies.get(2)).isInstanceOf(Granted.class);
    }

    @Test
    void and_is_refused_in_the_same_words_as_alone() {
        redis.command("HSET", "redlock.records", "damaged", "abc", "last", "9007199254740991");

        List<NodeReply> together = together(acquire("anna", "damaged"), acquire("anna", "last"));

        assertThat(together.get(0)).isEqualTo(probe.ask(acquire("anna", "damaged")));
        assertThat(together.get(1)).isEqualTo(probe.ask(acquire("anna", "last")));
    }

    @Test
    void a_server_that_has_lost_the_script_has_carried_out_none() {
        redis.command("SCRIPT", "FLUSH");

        List<NodeReply> replies = together(acquire("anna", "a"), acquire("anna", "b"));

        assertThat(replies)
                .allSatisfy(reply -> assertThat(((Failed) reply).cause()).isEqualTo(Cause.SCRIPT_MISSING));
        assertThat(redis.command("EXISTS", "redlock:a", "redlock:b")).isEqualTo("0");
        assertThat(together(acquire("anna", "a"), acquire("anna", "b"))).hasOnlyElementsOfType(Granted.class);
    }

    @Test
    void others_stay_in_their_place_between_them() {
        List<NodeReply> replies =
                together(acquire("anna", "a"), acquire("anna", "b"), new Inspect("a"), release("anna", "a"));

        assertThat(((Seen) replies.get(2)).vote()).isPresent();
        assertThat(replies.get(3)).isEqualTo(new Freed(Found.OWN));
    }

    @Test
    void more_than_fit_into_one_are_spread_over_several() {
        NodeRequest[] requests = new NodeRequest[Outbox.LARGEST_BATCH * 2 + 1];
        for (int index = 0; index < requests.length; index++) {
            requests[index] = acquire("anna", "name" + index);
        }

        assertThat(together(requests)).hasOnlyElementsOfType(Granted.class);
        assertThat(scriptCalls()).isEqualTo(3);
    }

    @Test
    void one_with_more_names_than_a_batch_can_count_goes_alone_and_keeps_its_place() {
        String[] most = IntStream.range(0, 64).mapToObj(index -> "m" + index).toArray(String[]::new);
        String[] more = IntStream.range(0, 65).mapToObj(index -> "n" + index).toArray(String[]::new);

        List<NodeReply> replies = together(
                acquire("anna", most),
                acquire("bert", "m63"),
                acquire("anna", more),
                release("anna", more),
                acquire("bert", "n64"),
                release("anna", most));

        assertThat(replies.get(0)).isInstanceOf(Granted.class);
        assertThat(replies.get(1)).isInstanceOf(Denied.class);
        assertThat(replies.get(2)).isInstanceOf(Granted.class);
        assertThat(replies.get(3)).isEqualTo(new Freed(Found.OWN));
        assertThat(replies.get(4)).isInstanceOf(Granted.class);
        assertThat(replies.get(5)).isEqualTo(new Freed(Found.OWN));
        assertThat(scriptCalls()).as("two, the two alone, and two").isEqualTo(4);
    }

    /** All of them in the time of one task on the thread that writes, so that none can leave before the last has come. */
    private List<NodeReply> together(NodeRequest... requests) {
        Session session = probe.awaitSession();
        List<NodeReply> replies = Collections.synchronizedList(new ArrayList<>());
        for (int index = 0; index < requests.length; index++) {
            replies.add(new Failed(Cause.TIMED_OUT, "not yet"));
        }
        ((LettuceSession) session).onWriter(() -> {
            for (int index = 0; index < requests.length; index++) {
                int place = index;
                session.send(requests[index], reply -> replies.set(place, reply));
            }
        });
        await().until(() -> replies.stream()
                .noneMatch(reply -> reply instanceof Failed failed && failed.cause() == Cause.TIMED_OUT));
        return replies;
    }

    private long scriptCalls() {
        return redis.command("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("cmdstat_evalsha:calls=(\\d+),.*", "$1")))
                .sum();
    }

    private static Acquire acquire(String holder, String... names) {
        return new Acquire(Claims.of(holder, names), TTL, 0);
    }

    private static Release release(String holder, String... names) {
        return new Release(Claims.of(holder, names));
    }
}
