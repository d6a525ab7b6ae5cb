package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.node.Claims;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Facts;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import dev.redlock.time.ThreadTimers;
import dev.redlock.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be the matter with a real server that a node in memory does not know. */
@RedisNodes(1)
class LettuceServerTest {
    private static final Acquire ACQUIRE = new Acquire(Claims.of("anna", "a"), Duration.ofMinutes(1), 0);

    private final RedisNode redis;
    private final LettuceFixture fixture;
    private NodeProbe probe;

    LettuceServerTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @BeforeEach
    void open() {
        probe = fixture.open().admitted(1);
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }

    @Test
    void flushed_scripts_are_missed_once_and_then_sent_again() {
        redis.command("SCRIPT", "FLUSH");
        assertThat(redis.command("EXISTS", "redlock.records")).isEqualTo("1");

        Failed failed = probe.ask(Failed.class, ACQUIRE);

        assertThat(failed.cause()).isEqualTo(Cause.SCRIPT_MISSING);
        assertThat(redis.command("EXISTS", "redlock:a")).isEqualTo("0");
        assertThat(probe.ask(ACQUIRE)).isInstanceOf(Granted.class);
        assertThat(probe.ask(ACQUIRE)).isInstanceOf(Granted.class);
        assertThat(redis.command("INFO", "commandstats")).contains("cmdstat_eval:calls=1,");
    }

    @Test
    void scripts_are_sent_by_name_from_the_first_request_on() {
        probe.ask(ACQUIRE);

        assertThat(redis.command("INFO", "commandstats"))
                .contains("cmdstat_evalsha")
                .doesNotContain("cmdstat_eval:");
    }

    @Test
    void a_vote_without_expiry_that_somebody_else_wrote_is_respected() {
        redis.command("SET", "redlock:a", "another tool");

        Denied denied = probe.ask(Denied.class, ACQUIRE);

        assertThat(denied.vote()).isEqualTo("another tool");
        assertThat(denied.remaining()).isGreaterThan(Duration.ofDays(300));
        assertThat(probe.ask(new Release(ACQUIRE.claim()))).isEqualTo(new Freed(Found.FOREIGN));
        assertThat(redis.command("GET", "redlock:a")).isEqualTo("another tool");
    }

    @Test
    void a_vote_that_merely_begins_like_ours_is_not_ours() {
        redis.command("SET", "redlock:a", Claims.holderId("anna"));

        assertThat(probe.ask(ACQUIRE)).isInstanceOf(Denied.class);
        assertThat(probe.ask(new Release(ACQUIRE.claim()))).isEqualTo(new Freed(Found.FOREIGN));
    }

    @Test
    void a_key_of_another_type_is_an_error_and_left_alone() {
        redis.command("LPUSH", "redlock:a", "x");

        Failed failed = probe.ask(Failed.class, ACQUIRE);

        assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        assertThat(failed.detail()).contains("WRONGTYPE");
        assertThat(probe.ask(NodeReply.Votes.class, new NodeRequest.ListVotes()).votes())
                .isEmpty();
    }

    @Test
    void damaged_records_are_an_error_and_grant_nothing() {
        redis.command("HSET", "redlock.records", ".floor", "garbage");

        Failed failed = probe.ask(Failed.class, ACQUIRE);

        assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        assertThat(failed.detail()).contains("the floor is not a number");
        assertThat(redis.command("EXISTS", "redlock:a")).isEqualTo("0");
    }

    @Test
    void a_server_that_became_a_replica_objects_and_refuses() {
        assertThat(redis.command("REPLICAOF", "127.0.0.1", "1")).isEqualTo("OK");
        try {
            Facts facts = probe.ask(Facts.class, new ReadFacts());
            Failed failed = probe.ask(Failed.class, ACQUIRE);

            assertThat(facts.facts().objections()).singleElement().asString().contains("replica");
            assertThat(failed.cause()).isEqualTo(Cause.ERROR);
        } finally {
            redis.command("REPLICAOF", "NO", "ONE");
        }
    }

    @Test
    void a_full_server_still_extends_and_releases() {
        probe.ask(ACQUIRE);
        redis.command("CONFIG", "SET", "maxmemory", "1");
        try {
            Failed full = probe.ask(Failed.class, new Acquire(Claims.of("bert", "b"), Duration.ofMinutes(1), 0));
            NodeReply extended = probe.ask(new NodeRequest.Extend(ACQUIRE.claim(), Duration.ofMinutes(1), 1, false));

            assertThat(full.cause()).isEqualTo(Cause.ERROR);
            assertThat(extended).isEqualTo(new NodeReply.Confirmed());
            assertThat(probe.ask(new Release(ACQUIRE.claim()))).isEqualTo(new Freed(Found.OWN));
        } finally {
            redis.command("CONFIG", "SET", "maxmemory", "0");
        }
    }

    @Test
    void more_requests_than_the_pipeline_takes_fail_at_once_instead_of_piling_up() {
        Session session = probe.awaitSession();
        AtomicInteger failures = new AtomicInteger();
        redis.pause();
        try {
            for (int count = 0; count < 20_000; count++) {
                session.send(new NodeRequest.Inspect("a"), reply -> failures.incrementAndGet());
            }

            Awaitility.await().until(() -> failures.get() > 3_000);
            assertThat(failures.get()).isLessThan(20_000);
        } finally {
            redis.resume();
        }
    }

    @Test
    void a_node_that_is_listed_twice_is_refused() {
        var options = new LettuceCluster.Options("redlock", LettuceFixture.CONNECT_TIMEOUT, false, null);
        List<String> uris = List.of(redis.uri(), redis.uri() + "/0");

        try (ThreadTimers timers = new ThreadTimers("test-timers")) {
            assertThatThrownBy(() -> new LettuceCluster(uris, options, Ticker.system(), timers))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(redis.host() + ":" + redis.port() + " is listed twice");
        }
    }
}
