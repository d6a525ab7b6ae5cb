package dev.redlock.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeFacts;
import dev.redlock.protocol.Standing.Admissible;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a client remembers of a node over connections and processes, and what follows from it. The longest ttl is 60 s. */
class KnowledgeTest {
    private static final Admission ADMISSION = new Admission(3, Duration.ofSeconds(60), true);

    @Test
    void a_process_is_not_older_than_the_end_of_the_one_before_whatever_it_says() {
        Knowledge replaced = voter("old").parted(at(100)).met(empty("new", 3600), at(101));

        assertThat(until(replaced, 101)).isEqualTo(at(160));
    }

    @Test
    void a_process_is_as_old_as_it_says_if_no_other_was_seen() {
        Knowledge stranger = Knowledge.none(at(0)).met(successor("new", 20), at(30));

        assertThat(until(stranger, 30)).isEqualTo(at(70));
    }

    @Test
    void a_clock_that_jumps_ahead_after_the_first_sight_changes_nothing() {
        Knowledge stranger =
                Knowledge.none(at(0)).met(successor("new", 20), at(30)).met(successor("new", 3600), at(31));

        assertThat(until(stranger, 31)).isEqualTo(at(70));
    }

    @Test
    void a_process_is_at_least_as_old_as_our_sight_of_it_whatever_it_says() {
        Knowledge stranger = Knowledge.none(at(0)).met(successor("new", -3600), at(30));

        assertThat(until(stranger, 30)).isEqualTo(at(90));
    }

    @Test
    void a_connection_that_comes_and_goes_does_not_make_the_process_younger() {
        Knowledge replaced = voter("old").parted(at(100)).met(empty("new", 0), at(101));
        Knowledge again = replaced.parted(at(110)).met(empty("new", 9), at(111));

        assertThat(until(again, 111)).isEqualTo(at(162));
    }

    @Test
    void a_process_that_came_out_of_quarantine_unseen_may_have_voted_and_been_flushed() {
        Knowledge replaced =
                voter("old").parted(at(100)).met(empty("new", 0), at(300)).parted(at(301));
        Knowledge late = replaced.met(empty("new", 200), at(500));

        assertThat(until(late, 500)).isEqualTo(at(560));
    }

    @Test
    void a_node_seen_at_the_birth_is_not_new_when_it_comes_back_long_after() {
        Knowledge away = Knowledge.none(at(0)).met(empty("4", 0), at(0)).parted(at(1));
        Knowledge back = away.met(empty("4 again", 0), at(900));

        assertThat(ADMISSION.judge(0, List.of(back, newNode("2"), newNode("3")), at(900)))
                .isInstanceOf(Quarantined.class);
    }

    @Test
    void a_node_seen_at_the_birth_is_new_if_its_connection_only_flickered() {
        Knowledge back = newNode("1").parted(at(0)).met(empty("1", 1), at(1));

        assertThat(ADMISSION.judge(0, List.of(back, newNode("2"), newNode("3")), at(1)))
                .isEqualTo(new Admissible());
    }

    @Test
    void nothing_is_new_before_every_node_was_tried() {
        List<Knowledge> oneIsMissing = List.of(newNode("1"), newNode("2"), Knowledge.none(at(0)));
        List<Knowledge> oneIsDown =
                List.of(newNode("1"), newNode("2"), Knowledge.none(at(0)).parted(at(0)));

        assertThat(ADMISSION.judge(0, oneIsMissing, at(0))).isEqualTo(new Undecided());
        assertThat(ADMISSION.judge(0, oneIsDown, at(0))).isEqualTo(new Admissible());
    }

    private static Knowledge voter(String run) {
        Optional<NodeFacts.Admission> own = Optional.of(new NodeFacts.Admission(run, 3, 9, ADMISSION.maxTtl()));
        return Knowledge.none(at(0)).met(new NodeFacts(run, Duration.ZERO, false, own, List.of()), at(0));
    }

    private static Knowledge newNode(String run) {
        return Knowledge.none(at(0)).met(empty(run, 0), at(0));
    }

    private static NodeFacts empty(String run, long uptime) {
        return new NodeFacts(run, Duration.ofSeconds(uptime), false, Optional.empty(), List.of());
    }

    private static NodeFacts successor(String run, long uptime) {
        return empty(run, uptime)
                .withAdmission(Optional.of(new NodeFacts.Admission("before", 3, 9, ADMISSION.maxTtl())));
    }

    private static Tick until(Knowledge node, long now) {
        Standing standing = ADMISSION.judge(0, List.of(node, voter("2"), voter("3")), at(now));
        assertThat(standing).isInstanceOf(Quarantined.class);
        return ((Quarantined) standing).until();
    }

    private static Tick at(long seconds) {
        return new Tick(Duration.ofSeconds(seconds).toNanos());
    }
}
