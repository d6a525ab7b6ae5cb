package dev.redlock.chaos.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redlock.chaos.history.Vote;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a witness makes of a real node that is told what the scripts of a lock tell it. */
@RedisNodes(1)
class VoteBookTest {
    private static final Duration TTL = Duration.ofSeconds(2);
    private static final long BLUR = TimeUnit.MILLISECONDS.toNanos(100);

    private RedisNode node;
    private NodeClock clock;
    private Witness witness;

    @BeforeEach
    void listen(RedisNodeSet nodes) {
        node = nodes.node(0);
        clock = new NodeClock(node);
        witness = new Witness("node-1", node, clock);
        witness.begin(TTL);
    }

    @AfterEach
    void end() {
        witness.close();
    }

    @Test
    void what_a_node_keeps_for_somebody_is_nobodys_vote() {
        script("redis.call('SET', 'redlock:x', 'holder\\ttext', 'PX', 2000)");
        script("redis.call('SET', 'redlock:x', '0123456789012345678901?the next in line', 'PX', 100)");
        Vote vote = theVote();
        assertThat(vote.holder()).isEqualTo("holder");
        assertThat(vote.until()).isLessThan(System.nanoTime());
        assertThat(vote.promisedUntil()).isEqualTo(vote.until());
    }

    @Test
    void who_asks_for_a_vote_that_is_taken_does_not_get_it() {
        String take = "if redis.call('SET', 'redlock:x', '%s\\ttext', 'PX', 2000, 'NX') then"
                + " redis.call('HSET', 'redlock.records', 'x', 7) end";
        script(take.formatted("holder"));
        script(take.formatted("rival"));
        Vote vote = theVote();
        assertThat(vote.holder()).isEqualTo("holder");
        assertThat(vote.token()).isEqualTo(7);
    }

    @Test
    void a_vote_begins_when_the_node_gives_it_and_ends_when_it_is_given_back() {
        long before = System.nanoTime();
        script("redis.call('SET', 'redlock:x', 'holder\\ttext \\195\\164', 'PX', 2000)"
                + " redis.call('HSET', 'redlock.records', 'x', 7)");
        script("redis.call('DEL', 'redlock:x')");
        Vote vote = theVote();
        assertThat(vote.holder()).isEqualTo("holder");
        assertThat(vote.token()).isEqualTo(7);
        assertThat(vote.from()).isCloseTo(before, within(BLUR));
        assertThat(vote.until()).isBetween(vote.from(), System.nanoTime());
        assertThat(vote.promisedUntil()).isEqualTo(vote.until());
    }

    @Test
    void a_vote_that_nobody_gives_back_ends_with_its_ttl_by_the_clock_of_the_node() {
        script("redis.call('SET', 'redlock:x', 'holder\\t', 'PX', 2000)");
        clock.move(Duration.ofMillis(500));
        Vote vote = theVote();
        assertThat(vote.until() - vote.from()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(1500), within(BLUR));
    }

    @Test
    void what_a_node_does_while_its_clock_is_wrong_is_told_in_real_time() {
        clock.move(Duration.ofHours(-3));
        long before = System.nanoTime();
        script("redis.call('SET', 'redlock:x', 'holder\\t', 'PX', 2000)");
        clock.move(Duration.ofHours(2));
        Vote vote = theVote();
        assertThat(vote.from()).isCloseTo(before, within(BLUR));
        assertThat(vote.until()).isCloseTo(before, within(BLUR));
        clock.move(Duration.ZERO);
    }

    @Test
    void an_extension_starts_the_ttl_anew() {
        script("redis.call('SET', 'redlock:x', 'holder\\t', 'PX', 2000)");
        script("redis.call('PEXPIRE', 'redlock:x', 9000)");
        Vote vote = theVote();
        assertThat(vote.until() - vote.from()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(9000), within(BLUR));
    }

    @Test
    void what_is_deleted_by_others_is_forgotten_and_not_given_back() {
        script("redis.call('SET', 'redlock:x', 'holder\\t', 'PX', 2000)");
        node.command("FLUSHALL");
        Vote vote = theVote();
        assertThat(vote.until()).isCloseTo(vote.from(), within(BLUR));
        assertThat(vote.promisedUntil() - vote.from()).isCloseTo(TimeUnit.MILLISECONDS.toNanos(2000), within(BLUR));
    }

    @Test
    void while_a_node_is_down_nothing_is_seen_and_for_a_ttl_after() {
        script("redis.call('SET', 'redlock:x', 'holder\\t', 'PX', 2000)");
        long killed = System.nanoTime();
        node.kill();
        node.start();
        Awaitility.await().until(() -> witness.votes().size() == 2);
        Vote forgotten = witness.votes().get(0);
        Vote unseen = witness.votes().get(1);
        assertThat(forgotten.holder()).isEqualTo("holder");
        assertThat(forgotten.promisedUntil()).isGreaterThan(forgotten.until());
        assertThat(unseen.isUnseen()).isTrue();
        assertThat(unseen.from()).isGreaterThanOrEqualTo(killed);
        assertThat(unseen.until() - unseen.from()).isGreaterThanOrEqualTo(TTL.toNanos());
    }

    @Test
    void calls_are_kept_word_for_word() {
        script("return KEYS");
        assertThat(witness.calls("return KEYS")).containsExactly(List.of("EVAL", "return KEYS", "0"));
        assertThat(witness.calls("something else")).isEmpty();
    }

    private void script(String text) {
        assertThat(node.command("EVAL", text, "0")).doesNotContain("ERR");
    }

    private Vote theVote() {
        List<Vote> votes = witness.votes();
        assertThat(votes).hasSize(1);
        return votes.get(0);
    }
}
