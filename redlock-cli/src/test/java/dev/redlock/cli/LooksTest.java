package dev.redlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.cli.Cli.Result;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a tired person sees: who, since when, until when, token, votes, and nodes that do not vote. */
@RedisNodes(3)
class LooksTest {
    private static final LockOptions NOTED = LockOptions.defaults()
            .withOwner("billing-7")
            .withMetadata(Map.of("since", "2026-01-02T03:04:05Z", "request", "r-1"));

    @Test
    void a_held_lock_is_shown_with_its_holder(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease lease = redlock.acquire("payout:42", NOTED)) {
            Result result = Cli.withNodes(nodes.uris()).run("status", "payout:42");

            assertThat(result.exitCode()).isZero();
            assertThat(result.out())
                    .contains("is held", "2 needed", "billing-7", "ago", "unless renewed", "r-1", "the holder")
                    .contains(lease.token().toString());
        }
    }

    @Test
    void since_when_is_shown_only_if_the_holder_noted_it_down(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease noted = redlock.acquire("noted", NOTED);
                Lease silent = redlock.acquire("silent")) {
            Cli cli = Cli.withNodes(nodes.uris());

            assertThat(cli.run("status", "noted", "--json").out()).contains("\"since\":\"2026-01-02T03:04:05Z\"");
            assertThat(cli.run("status", "silent", "--json").out()).contains("\"since\":null");
            assertThat(cli.run("status", "silent").out()).contains("did not note it down");
            assertThat(noted.isValid() && silent.isValid()).isTrue();
        }
    }

    @Test
    void a_free_lock_is_free_and_looking_lets_no_node_vote(RedisNodeSet nodes) {
        Result result = Cli.withNodes(nodes.uris()).run("status", "a");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("is free");
        assertThat(nodes.node(0).command("EXISTS", "redlock.records")).isEqualTo("0");
    }

    @Test
    void with_a_minority_of_answers_it_is_not_known_who_holds_it(RedisNodeSet nodes) {
        nodes.node(0).kill();
        nodes.node(1).kill();

        Result result = Cli.withNodes(nodes.uris()).run("status", "a");

        assertThat(result.exitCode()).isEqualTo(69);
        assertThat(result.out()).contains("may be held or not", "Connection refused");
    }

    @Test
    void a_node_in_quarantine_is_shown(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            redlock.acquire("a").release();
            nodes.node(2).restartEmpty();
            Cli cli = Cli.withNodes(nodes.uris());

            assertThat(cli.run("status", "a").out()).contains("in quarantine for another");
            assertThat(cli.run("status", "a", "--json").out()).contains("\"quarantined\":true");
            assertThat(cli.run("list").err()).contains("in quarantine for another");
        }
    }

    @Test
    void list_shows_those_that_fit_the_pattern(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            redlock.acquire("payout:1");
            redlock.acquire("payout:2");
            redlock.acquire("report");
            Cli cli = Cli.withNodes(nodes.uris());

            assertThat(cli.run("list").out()).contains("payout:1", "payout:2", "report", "3 of 3");
            assertThat(cli.run("list", "payout:*").out()).contains("payout:1").doesNotContain("report");
            assertThat(cli.run("list", "--json", "rep*").out()).contains("\"name\":\"report\"");
            assertThat(cli.run("list", "none*").out()).contains("no locks");
        }
    }

    @Test
    void watch_writes_a_line_for_each_change_and_none_for_a_renewal(RedisNodeSet nodes) throws Exception {
        try (Redlock redlock = Redlock.connect(nodes.uriArray())) {
            Lease lease = redlock.acquire("a", LockOptions.defaults().withTtl(Duration.ofSeconds(5)));
            Thread releasing = new Thread(() -> {
                lease.extend();
                await().pollDelay(Duration.ofMillis(500)).until(() -> true);
                lease.release();
            });
            releasing.start();

            Result result = Cli.withNodes(nodes.uris()).run("watch", "--json", "--every", "100ms", "--times", "20");
            releasing.join();

            List<String> lines = result.out().lines().toList();
            assertThat(lines).hasSize(2);
            assertThat(lines.get(0)).contains("\"event\":\"seen\"", "\"state\":\"held\"");
            assertThat(lines.get(1)).contains("\"event\":\"free\"", "\"name\":\"a\"");
        }
    }

    @Test
    void unlock_shows_the_holder_and_asks_and_no_changes_nothing(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease lease = redlock.acquire("a", NOTED)) {
            Result no = Cli.withNodes(nodes.uris()).typing("n\n").run("unlock", "--force", "a");
            assertThat(no.exitCode()).isEqualTo(75);
            assertThat(no.err()).contains("billing-7", "Take a away?", "nothing was changed");
            assertThat(redlock.inspect("a").holder()).isPresent();

            Result yes = Cli.withNodes(nodes.uris()).typing("y\n").run("unlock", "--force", "a");
            assertThat(yes.exitCode()).isZero();
            assertThat(yes.out()).contains("taken away from billing-7");
            assertThat(redlock.inspect("a").holder()).isEmpty();
            assertThat(lease.token().value()).isPositive();
        }
    }

    @Test
    void unlock_without_anybody_to_ask_wants_yes(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease lease = redlock.acquire("a")) {
            Result result = Cli.withNodes(nodes.uris()).run("unlock", "--force", "a");

            assertThat(result.exitCode()).isEqualTo(64);
            assertThat(result.err()).contains("--yes");
            assertThat(lease.isValid()).isTrue();
        }
    }

    @Test
    void a_held_lock_is_75_or_what_was_asked_for(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease lease = redlock.acquire("a", NOTED)) {
            Cli cli = Cli.withNodes(nodes.uris());

            Result result = cli.run("exec", "a", "--no-wait", "--", "true");
            assertThat(result.exitCode()).isEqualTo(75);
            BadInputTest.requireOneLine(result);
            assertThat(result.err()).contains("held by billing-7", "unless renewed");
            assertThat(cli.run("exec", "a", "--no-wait", "-E", "0", "--", "true")
                            .exitCode())
                    .isZero();
            assertThat(lease.isValid()).isTrue();
        }
    }

    @Test
    void the_same_server_twice_is_78(RedisNodeSet nodes) {
        String port = String.valueOf(nodes.node(0).port());

        Result result = Cli.withNodes(List.of("127.0.0.1:" + port, "localhost:" + port))
                .run("exec", "a", "--no-wait", "--", "true");

        assertThat(result.exitCode()).isEqualTo(78);
        BadInputTest.requireOneLine(result);
        assertThat(result.err()).contains("the same server");
    }

    @Test
    void names_that_would_steer_the_terminal_are_made_harmless(RedisNodeSet nodes) {
        try (Redlock redlock = Redlock.connect(nodes.uriArray());
                Lease lease = redlock.acquire("a\u001b[2Jb")) {
            assertThat(Cli.withNodes(nodes.uris()).run("list").out())
                    .contains("a?[2Jb")
                    .doesNotContain("\u001b");
            assertThat(lease.isValid()).isTrue();
        }
    }
}
