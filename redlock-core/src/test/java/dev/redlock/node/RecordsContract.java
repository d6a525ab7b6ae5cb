package dev.redlock.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeReply.Admitted;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Rotated;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeReply.Votes;
import dev.redlock.node.NodeRequest.Admit;
import dev.redlock.node.NodeRequest.ListVotes;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.node.NodeRequest.Rotate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a node remembers of all names together: its admission, its tokens, its votes. */
interface RecordsContract extends ContractContext {

    @Test
    default void a_new_node_has_no_records() {
        fixture().wipe();

        NodeFacts facts = readFacts();

        assertThat(facts.admission()).isEmpty();
        assertThat(facts.isAdmitted()).isFalse();
        assertThat(facts.objections()).isEmpty();
        assertThat(facts.promoted()).isFalse();
        assertThat(facts.runId()).isNotEmpty();
    }

    @Test
    default void admission_is_remembered_with_the_process_and_the_size_of_the_cluster() {
        NodeFacts facts = readFacts();

        NodeFacts.Admission admission = facts.admission().orElseThrow();
        assertThat(facts.isAdmitted()).isTrue();
        assertThat(admission.runId()).isEqualTo(facts.runId());
        assertThat(admission.nodes()).isEqualTo(3);
        assertThat(admission.maxTtl()).isEqualTo(NodeProbe.MAX_TTL);
    }

    @Test
    default void the_longest_ttl_that_any_client_may_use_is_kept() {
        Duration longer = NodeProbe.MAX_TTL.plusMillis(1);
        Duration shorter = NodeProbe.MAX_TTL.minusMillis(1);

        probe().ask(probe().admission(3, longer));
        probe().ask(probe().admission(3, shorter));
        assertThat(readFacts().admission().orElseThrow().maxTtl()).isEqualTo(longer);

        probe().ask(probe().admission("another process", 3, shorter));
        assertThat(readFacts().admission().orElseThrow().maxTtl()).isEqualTo(longer);
    }

    @Test
    default void tokens_start_above_the_clock_in_microseconds_so_that_a_wiped_node_never_starts_at_one() {
        fixture().wipe();
        long before = clockMicros();

        long high = probe().ask(Admitted.class, probe().admission(3, NodeProbe.MAX_TTL))
                .high();

        // Two clocks of one machine, of which one may be read in whole milliseconds.
        assertThat(high).isBetween(before - 1_000, clockMicros() + 1_000);
        assertThat(acquire(Claims.of("anna", "a"), 0)).isEqualTo(new Granted(high + 1));
    }

    @Test
    default void admitting_the_same_process_again_changes_nothing() {
        long token = granted(Claims.of("anna", "a"));

        Admitted again = probe().ask(Admitted.class, probe().admission(5, NodeProbe.MAX_TTL));

        assertThat(again.high()).isEqualTo(token);
        assertThat(readFacts().admission().orElseThrow().nodes()).isEqualTo(3);
    }

    @Test
    default void admitting_another_process_lifts_all_names_above_everything_given_before() {
        acquire(Claims.of("anna", "a"), high() + Duration.ofDays(1).toNanos());
        long before = high();

        Admitted other = probe().ask(Admitted.class, probe().admission("another process", 3, NodeProbe.MAX_TTL));

        assertThat(other.high()).isEqualTo(before);
        assertThat(acquire(Claims.of("anna", "never used"), 0)).isEqualTo(new Granted(before + 1));
    }

    @Test
    default void a_process_that_was_not_meant_is_not_admitted() {
        fixture().wipe();

        probe().ask(probe().admission("another process", 3, NodeProbe.MAX_TTL));

        assertThat(readFacts().isAdmitted()).isFalse();
    }

    @Test
    default void a_node_that_has_lost_its_records_since_they_were_read_is_not_admitted() {
        Admit raisesTheTtl = probe().admission(3, NodeProbe.MAX_TTL.plusSeconds(1));
        Admit replaces = probe().admission("another process", 3, NodeProbe.MAX_TTL);
        fixture().wipe();

        assertThat(probe().ask(raisesTheTtl)).isInstanceOfSatisfying(Failed.class, this::saysForgotten);
        assertThat(probe().ask(replaces)).isInstanceOfSatisfying(Failed.class, this::saysForgotten);

        assertThat(readFacts().admission()).isEmpty();
        assertThat(acquire(Claims.of("anna", "a"), 0)).isInstanceOfSatisfying(Failed.class, this::saysForgotten);
    }

    @Test
    default void a_node_whose_records_were_replaced_since_they_were_read_is_not_admitted() {
        Admit outdated = probe().admission("a process", 3, NodeProbe.MAX_TTL);
        probe().ask(Admitted.class, probe().admission("another process", 3, NodeProbe.MAX_TTL));

        assertThat(probe().ask(outdated)).isInstanceOfSatisfying(Failed.class, this::saysForgotten);

        assertThat(readFacts().admission().orElseThrow().runId()).isEqualTo("another process");
    }

    @Test
    default void of_two_who_admit_the_same_process_both_are_right() {
        fixture().wipe();
        Admit first = probe().admission(3, NodeProbe.MAX_TTL);
        Admit second = probe().admission(3, NodeProbe.MAX_TTL.plusSeconds(1));

        long high = probe().ask(Admitted.class, first).high();

        assertThat(probe().ask(second)).isEqualTo(new Admitted(high));
        assertThat(readFacts().admission().orElseThrow().maxTtl()).isEqualTo(NodeProbe.MAX_TTL.plusSeconds(1));
    }

    @Test
    default void a_node_that_forgot_everything_goes_on_above_what_its_client_has_seen_elsewhere() {
        fixture().wipe();
        long seen = clockMicros() + Duration.ofDays(1).toNanos();
        var wanted = new NodeFacts.Admission(probe().facts().runId(), 3, seen, NodeProbe.MAX_TTL);

        assertThat(probe().ask(new Admit(Optional.empty(), wanted))).isEqualTo(new Admitted(seen));

        assertThat(acquire(Claims.of("anna", "a"), 0)).isEqualTo(new Granted(seen + 1));
    }

    @Test
    default void rotation_that_comes_too_early_does_nothing() {
        long floor = high();
        acquire(Claims.of("anna", "a"), floor + 100);

        assertThat(probe().ask(new Rotate(Duration.ofHours(1)))).isEqualTo(new Rotated(false));

        assertThat(acquire(Claims.of("anna", "other"), 0)).isEqualTo(new Granted(floor + 1));
    }

    @Test
    default void after_rotation_every_name_goes_on_above_all_tokens_given_before() {
        Claim claim = Claims.of("anna", "a");
        long busy = ((Granted) acquire(Claims.of("anna", "busy"), high() + 100)).value();
        granted(claim);
        probe().ask(new Release(claim));

        assertThat(probe().ask(new Rotate(Duration.ZERO))).isEqualTo(new Rotated(true));

        assertThat(acquire(claim, 0)).isEqualTo(new Granted(busy + 1));
        assertThat(acquire(Claims.of("anna", "never used"), 0)).isEqualTo(new Granted(busy + 1));
    }

    @Test
    default void rotation_leaves_votes_alone() {
        Claim claim = Claims.of("anna", "a");
        long token = granted(claim);

        probe().ask(new Rotate(Duration.ZERO));

        assertThat(voteOf("a").orElseThrow().vote()).isEqualTo(claim.vote());
        assertThat(acquire(claim, 0)).isEqualTo(new Granted(token));
    }

    @Test
    default void rotation_is_due_again_after_the_retention() {
        probe().ask(new Rotate(Duration.ZERO));
        assertThat(probe().ask(new Rotate(Duration.ofHours(1)))).isEqualTo(new Rotated(false));

        fixture().moveClock(Duration.ofHours(2));

        assertThat(probe().ask(new Rotate(Duration.ofHours(1)))).isEqualTo(new Rotated(true));
    }

    @Test
    default void tokens_never_go_back_whatever_the_clock_does_between_rotations() {
        fixture().moveClock(Duration.ofHours(5));
        probe().ask(new Rotate(Duration.ZERO));
        long before = granted(Claims.of("anna", "a"));
        fixture().moveClock(Duration.ofHours(-5));

        assertThat(probe().ask(new Rotate(Duration.ofHours(1)))).isEqualTo(new Rotated(true));

        assertThat(acquire(Claims.of("anna", "b"), 0)).isEqualTo(new Granted(before + 1));
    }

    @Test
    default void a_node_that_forgot_everything_and_whose_clock_went_back_is_lifted_by_the_proposal() {
        long before = granted(Claims.of("anna", "a"));
        fixture().wipe();
        fixture().moveClock(Duration.ofHours(-5));
        probe().ask(probe().admission(3, NodeProbe.MAX_TTL));

        assertThat(acquire(Claims.of("anna", "a"), before + 1)).isEqualTo(new Granted(before + 1));
    }

    @Test
    default void all_votes_are_listed_however_many() {
        List<String> names = IntStream.range(0, 1_500)
                .mapToObj(number -> String.format("name %04d", number))
                .toList();
        Claim claim = Claims.of("anna", names);
        long token = granted(claim);

        List<Vote> votes = probe().ask(Votes.class, new ListVotes()).votes();

        assertThat(votes).extracting(Vote::name).containsExactlyInAnyOrderElementsOf(names);
        assertThat(votes).allSatisfy(vote -> {
            assertThat(vote.vote()).isEqualTo(claim.vote());
            assertThat(vote.token()).isEqualTo(token);
        });
    }

    @Test
    default void a_list_has_neither_released_nor_expired_votes() {
        granted(Claims.of("anna", "a"));
        granted(Claims.of("bert", "b"));
        probe().ask(new Release(Claims.of("anna", "a")));
        grantedUntilExpiry(Claims.of("carl", "c"));

        List<Vote> votes = probe().ask(Votes.class, new ListVotes()).votes();

        assertThat(votes).extracting(Vote::name).containsExactly("b");
    }

    private void saysForgotten(Failed failed) {
        assertThat(failed.cause()).isEqualTo(Failed.Cause.FORGOTTEN);
    }

    private NodeFacts readFacts() {
        return probe().ask(NodeReply.Facts.class, new ReadFacts()).facts();
    }

    private static long clockMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
