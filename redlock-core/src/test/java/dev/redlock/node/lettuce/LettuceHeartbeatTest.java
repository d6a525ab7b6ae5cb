package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claims;
import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import dev.redlock.time.Ticker;
import dev.redlock.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a connection is found to be dead although nobody closed it. */
@RedisNodes(1)
class LettuceHeartbeatTest {
    private static final Acquire ACQUIRE = new Acquire(Claims.of("anna", "a"), Duration.ofMinutes(1), 0);

    private final RedisNode redis;
    private final LettuceFixture fixture;

    LettuceHeartbeatTest(RedisNodeSet nodes) {
        redis = nodes.node(0);
        fixture = new LettuceFixture(redis);
    }

    @AfterEach
    void closeClients() {
        fixture.close();
    }

    @Test
    void a_server_that_stands_still_for_too_long_is_given_up_and_found_again() {
        try (HurriedTime time = new HurriedTime()) {
            NodeProbe probe = NodeProbe.open(fixture.newClient(time, time));
            Session first = probe.awaitSession();
            CompletableFuture<NodeReply> answer = new CompletableFuture<>();
            redis.pause();

            first.send(ACQUIRE, answer::complete);
            probe.awaitDisconnection();

            assertThat(((Failed) answer.join()).cause()).isEqualTo(Cause.DISCONNECTED);
            redis.resume();
            assertThat(probe.awaitSession()).isNotSameAs(first);
        }
    }

    @Test
    void a_server_that_answers_is_not_given_up_however_idle_the_connection_is() {
        try (HurriedTime time = new HurriedTime()) {
            NodeProbe probe = NodeProbe.open(fixture.newClient(time, time));
            probe.awaitSession();

            // Twice as long as a stall may last.
            await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(4)).until(probe::isConnected);

            assertThat(probe.sessions()).hasSize(1);
            assertThat(redis.command("INFO", "commandstats")).contains("cmdstat_ping");
        }
    }

    /** A timer may fire at the very moment at which it is called off. */
    @Test
    void a_heartbeat_that_comes_late_does_not_take_the_place_of_the_reconnect() throws InterruptedException {
        HandTimers timers = new HandTimers();
        NodeProbe probe = NodeProbe.open(fixture.newClient(Ticker.system(), timers));
        probe.awaitSession();
        HandTimers.Task limitOfConnecting = timers.next();
        assertThat(limitOfConnecting.isCancelled.get()).isTrue();
        HandTimers.Task heartbeat = timers.next();
        redis.restartEmpty();
        HandTimers.Task reconnect = timers.next();
        assertThat(heartbeat.isCancelled.get()).isTrue();

        heartbeat.action.run();

        assertThat(reconnect.isCancelled.get()).isFalse();
        reconnect.action.run();
        assertThat(probe.awaitSession()).isNotNull();
    }

    /** Timers that run a task when the test does. */
    private static final class HandTimers implements Timers {
        private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();

        private record Task(Runnable action, AtomicBoolean isCancelled) {}

        private Task next() throws InterruptedException {
            Task task = tasks.poll(10, TimeUnit.SECONDS);
            if (task == null) {
                throw new AssertionError("nothing was planned");
            }
            return task;
        }

        @Override
        public Scheduled schedule(Duration delay, Runnable action) {
            Task task = new Task(action, new AtomicBoolean());
            tasks.add(task);
            return () -> task.isCancelled.set(true);
        }

        @Override
        public void close() {}
    }
}
