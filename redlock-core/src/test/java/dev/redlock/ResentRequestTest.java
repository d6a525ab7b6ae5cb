package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.node.Claim;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A command that reaches a node twice, as after a lost answer, does what the first one did and no more. */
@RedisNodes(1)
class ResentRequestTest {
    private static final String HOLDER = "0123456789012345678901";
    private static final String OTHER = "1098765432109876543210";

    @RegisterExtension
    final Clients clients = new Clients();

    private RedisNode node;

    @BeforeEach
    void admit(RedisNodeSet nodes) {
        clients.connect(nodes).close();
        node = nodes.node(0);
    }

    @Test
    void an_acquire_that_comes_again_gives_the_same_token_and_not_a_longer_vote() {
        String first = acquire(HOLDER, 1);
        long left = shortenVote();

        String second = acquire(HOLDER, 99);

        assertThat(second).isEqualTo(first).isEqualTo(Long.toString(Votes.counter(node, "a")));
        assertThat(Votes.ttl(node, "a")).isPositive().isLessThanOrEqualTo(left);
    }

    @Test
    void an_acquire_of_another_holder_is_denied_and_changes_nothing_but_that_the_vote_is_wanted() {
        acquire(HOLDER, 1);
        String vote = Votes.on(node, "a");
        long left = shortenVote();
        long counter = Votes.counter(node, "a");

        assertThat(acquire(OTHER, 1)).contains("\n" + vote + "\n");

        assertThat(Votes.on(node, "a")).isEqualTo(Claim.wanted(vote)).isNotEqualTo(vote);
        assertThat(Votes.ttl(node, "a")).isPositive().isLessThanOrEqualTo(left);
        assertThat(Votes.counter(node, "a")).isEqualTo(counter);
    }

    @Test
    void an_acquire_of_two_names_that_comes_again_gives_the_same_token() {
        List<String> names = List.of("a", "b");
        String first = run("acquire", names, HOLDER, HOLDER + "\ttest", "30000", "1");

        assertThat(run("acquire", names, HOLDER, HOLDER + "\ttest", "30000", "1"))
                .isEqualTo(first);
    }

    @Test
    void a_release_that_comes_again_does_not_touch_the_next_holder() {
        acquire(HOLDER, 1);
        assertThat(run("release", List.of("a"), HOLDER)).isEqualTo("1");
        acquire(OTHER, 1);
        String vote = Votes.on(node, "a");

        assertThat(run("release", List.of("a"), HOLDER)).isEqualTo("2");

        assertThat(Votes.on(node, "a")).isEqualTo(vote);
    }

    @Test
    void an_extend_that_comes_late_does_not_touch_the_next_holder() {
        acquire(HOLDER, 1);
        run("release", List.of("a"), HOLDER);
        acquire(OTHER, 1);
        String vote = Votes.on(node, "a");
        long left = shortenVote();

        assertThat(run("extend", List.of("a"), HOLDER + "\ttest", "30000", "1", "1"))
                .isEqualTo("0");

        assertThat(Votes.on(node, "a")).isEqualTo(vote);
        assertThat(Votes.ttl(node, "a")).isLessThanOrEqualTo(left);
    }

    @Test
    void a_raise_that_comes_late_does_not_move_the_counter_of_the_next_holder() {
        acquire(HOLDER, 1);
        run("release", List.of("a"), HOLDER);
        acquire(OTHER, 1);
        long counter = Votes.counter(node, "a");
        String given = Long.toString(counter);

        assertThat(run("raise", List.of("a"), HOLDER, given, Long.toString(counter + 1000)))
                .isEqualTo("0");
        assertThat(Votes.counter(node, "a")).isEqualTo(counter);
        assertThat(run("raise", List.of("a"), OTHER, given, Long.toString(counter + 1000)))
                .as("the holder itself may")
                .isEqualTo("1");
        assertThat(Votes.counter(node, "a")).isEqualTo(counter + 1000);
    }

    private String acquire(String holder, long proposal) {
        return run("acquire", List.of("a"), holder + "\ttest", "30000", Long.toString(proposal));
    }

    /** So that a vote that is started anew shows. */
    private long shortenVote() {
        assertThat(node.command("PEXPIRE", "redlock:a", "20000")).isEqualTo("1");
        await().until(() -> Votes.ttl(node, "a") < 20_000);
        return Votes.ttl(node, "a");
    }

    /** Runs a script of the lock over a connection of its own, as a network that repeats a command would. */
    private String run(String script, List<String> names, String... arguments) {
        List<String> words = new ArrayList<>(List.of("EVAL", source(script), Integer.toString(names.size())));
        names.forEach(name -> words.add(Votes.key(name)));
        words.addAll(List.of(arguments));
        return node.command(words.toArray(String[]::new));
    }

    private static String source(String script) {
        return (read("prelude.lua")
                        + read("line.lua")
                        + read("records.lua")
                        + read("alone.lua")
                        + read(script + ".lua"))
                .replace("@prefix@", "redlock")
                .replace("@holder-length@", Integer.toString(HOLDER.length()));
    }

    private static String read(String file) {
        try (InputStream in = Redlock.class.getResourceAsStream("node/lettuce/" + file)) {
            return new String(java.util.Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
