package dev.redlock.protocol;

import static dev.redlock.protocol.Ballots.START;
import static dev.redlock.protocol.Ballots.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeFacts;
import dev.redlock.protocol.Standing.Admissible;
import dev.redlock.protocol.Standing.Admitted;
import dev.redlock.protocol.Standing.Quarantined;
import dev.redlock.protocol.Standing.Refused;
import dev.redlock.protocol.Standing.Served;
import dev.redlock.protocol.Standing.Undecided;
import dev.redlock.protocol.Standing.Unreachable;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three nodes, and no ttl above a minute. The node in question is the first one unless a test says otherwise. */
class AdmissionTest {
    private static final Duration MAX_TTL = Duration.ofMinutes(1);
    private static final Admission ADMISSION = new Admission(Nodes.COUNT, MAX_TTL, true);
    private static final Admission VOUCHED_FOR = new Admission(Nodes.COUNT, MAX_TTL, false);

    private static Standing judge(Knowledge node, Knowledge... others) {
        return judgeAt(START, node, others);
    }

    private static Standing judgeAt(Tick now, Knowledge node, Knowledge... others) {
        return ADMISSION.judge(0, all(node, others), now);
    }

    private static List<Knowledge> all(Knowledge node, Knowledge... others) {
        return List.of(node, others.length > 0 ? others[0] : voter2(), others.length > 1 ? others[1] : voter3());
    }

    private static Knowledge voter2() {
        return Nodes.voter("run-2").known();
    }

    private static Knowledge voter3() {
        return Nodes.voter("run-3").known();
    }

    private static Knowledge new2() {
        return Nodes.empty("run-2").known();
    }

    private static Knowledge new3() {
        return Nodes.empty("run-3").known();
    }

    private static Tick endOfQuarantine(Standing standing, String why) {
        assertThat(standing)
                .isInstanceOfSatisfying(
                        Quarantined.class,
                        quarantined -> assertThat(quarantined.why()).isEqualTo(why));
        return ((Quarantined) standing).until();
    }

    @Test
    void a_node_without_a_connection_is_unreachable() {
        assertThat(judge(Nodes.absent())).isEqualTo(new Unreachable("not connected"));
    }

    @Test
    void the_process_that_was_admitted_stays_admitted() {
        assertThat(judge(Nodes.voter("run-1").known())).isEqualTo(new Admitted());
        assertThat(judge(Nodes.voter("run-1").up(Duration.ZERO).promoted().known()))
                .as("however new it is and whatever it was before: somebody has waited for it")
                .isEqualTo(new Admitted());
    }

    @Nested
    class Forgetting {
        @Test
        void a_node_that_restarted_with_its_data_waits_from_the_start_of_its_process() {
            Standing standing =
                    judge(Nodes.successor("run-1").up(Duration.ofSeconds(20)).known());

            assertThat(endOfQuarantine(standing, "it restarted and may have forgotten votes"))
                    .isEqualTo(after(40_000));
        }

        @Test
        void a_node_that_restarted_without_its_data_waits_from_the_start_of_its_process() {
            Standing standing = judge(Nodes.empty("run-1")
                    .knownAs("run-0")
                    .up(Duration.ofSeconds(20))
                    .known());

            assertThat(endOfQuarantine(standing, "it restarted without its data"))
                    .isEqualTo(after(40_000));
        }

        @Test
        void a_node_that_was_flushed_waits_from_when_that_was_seen_however_long_it_has_run() {
            Standing standing = judge(Nodes.empty("run-1")
                    .knownAs("run-1")
                    .suspectSince(after(-5_000))
                    .known());

            assertThat(endOfQuarantine(standing, "its data was deleted while it ran"))
                    .isEqualTo(after(55_000));
        }

        @Test
        void a_promoted_replica_waits_from_when_it_was_seen_however_long_it_has_run() {
            Standing standing = judge(Nodes.successor("run-1")
                    .promoted()
                    .suspectSince(after(-5_000))
                    .known());

            assertThat(endOfQuarantine(standing, "a replica was promoted and may lack the latest votes"))
                    .isEqualTo(after(55_000));
        }

        @Test
        void a_node_that_nobody_here_knew_is_not_new_if_another_node_has_records() {
            Knowledge stranger =
                    Nodes.empty("run-1").suspectSince(after(-5_000)).known();

            assertThat(endOfQuarantine(
                            judge(stranger, new2(), voter3()), "it has no records, although other nodes have"))
                    .isEqualTo(after(55_000));
        }

        @Test
        void records_that_were_seen_once_count_although_their_node_is_away_now() {
            Knowledge away = Nodes.voter("run-3").disconnected();

            assertThat(judge(Nodes.empty("run-1").known(), new2(), away)).isInstanceOf(Quarantined.class);
        }

        @Test
        void losing_all_data_under_a_client_that_saw_the_cluster_begin_does_not_make_it_new_again() {
            List<Knowledge> wiped = List.of(wiped("run-1"), wiped("run-2"), wiped("run-3"));

            for (int node = 0; node < wiped.size(); node++) {
                assertThat(ADMISSION.judge(node, wiped, START)).isInstanceOf(Quarantined.class);
            }
        }

        private Knowledge wiped(String run) {
            return Nodes.empty(run)
                    .knownAs("before " + run)
                    .metEmptyBefore()
                    .up(Duration.ZERO)
                    .known();
        }
    }

    @Nested
    class EndOfQuarantine {
        private final Knowledge restarted =
                Nodes.successor("run-1").up(Duration.ZERO).known();

        @Test
        void lasts_until_every_vote_that_may_be_forgotten_has_ended() {
            Tick end = START.plus(MAX_TTL);

            assertThat(judgeAt(end.minus(Duration.ofNanos(1)), restarted)).isInstanceOf(Quarantined.class);
            assertThat(judgeAt(end, restarted)).isEqualTo(new Served());
            assertThat(judgeAt(end.plus(MAX_TTL), restarted)).isEqualTo(new Served());
        }

        @Test
        void lasts_for_the_longest_ttl_that_anybody_is_known_to_use() {
            Duration longer = MAX_TTL.multipliedBy(2);
            Admission allowing = ADMISSION.allowingFor(longer).allowingFor(MAX_TTL);
            Tick end = START.plus(longer);

            assertThat(allowing.judge(0, all(restarted), end.minus(Duration.ofNanos(1))))
                    .isInstanceOf(Quarantined.class);
            assertThat(allowing.judge(0, all(restarted), end)).isEqualTo(new Served());
        }

        @Test
        void does_not_come_before_all_others_have_been_tried() {
            Tick end = START.plus(MAX_TTL);
            Knowledge voter = Nodes.voter("run-2").known();

            assertThat(judgeAt(end, restarted, voter, Knowledge.none(START))).isEqualTo(new Undecided());
            assertThat(judgeAt(end, restarted, voter, Knowledge.none(START).parted(end)))
                    .as("out of reach")
                    .isEqualTo(new Served());
        }

        @Test
        void is_already_over_for_a_process_that_has_run_for_longer() {
            assertThat(judge(Nodes.successor("run-1").up(MAX_TTL).known())).isEqualTo(new Served());
        }

        @Test
        void does_not_come_for_a_node_that_is_refused() {
            Knowledge refused =
                    Nodes.successor("run-1").objecting("it evicts keys").known();

            assertThat(judgeAt(START.plus(MAX_TTL), refused)).isEqualTo(new Refused("it evicts keys"));
        }

        @Test
        void is_not_waited_for_where_the_operator_vouches_that_nodes_never_forget() {
            for (Nodes node : List.of(
                    Nodes.successor("run-1"),
                    Nodes.empty("run-1"),
                    Nodes.empty("run-1").knownAs("run-1"))) {
                assertThat(VOUCHED_FOR.judge(0, all(node.known()), START)).isEqualTo(new Admissible());
            }
        }
    }

    @Nested
    class LongestTtl {
        @Test
        void is_told_to_a_voter_that_knows_of_shorter_ones_only() {
            Nodes voter = Nodes.voter("run-1");

            assertThat(judge(voter.toldTtl(MAX_TTL.minusNanos(1)).known())).isEqualTo(new Admissible());
            assertThat(judge(voter.toldTtl(MAX_TTL).known())).isEqualTo(new Admitted());
            assertThat(judge(voter.toldTtl(MAX_TTL.plusNanos(1)).known())).isEqualTo(new Admitted());
        }

        @Test
        void of_somebody_else_does_not_stop_a_voter() {
            Admission allowing = ADMISSION.allowingFor(MAX_TTL.multipliedBy(2));

            assertThat(allowing.judge(0, all(Nodes.voter("run-1").known()), START))
                    .isEqualTo(new Admitted());
        }
    }

    @Nested
    class NewCluster {
        private final Nodes newcomer = Nodes.empty("run-1");

        @Test
        void is_admitted_at_once() {
            assertThat(judge(newcomer.known(), new2(), new3())).isEqualTo(new Admissible());
        }

        @Test
        void is_recognised_by_a_majority_and_not_by_less() {
            assertThat(judge(newcomer.known(), new2(), Nodes.absent())).isEqualTo(new Admissible());
            assertThat(judge(newcomer.known(), Nodes.absent(), Nodes.absent())).isEqualTo(new Undecided());
        }

        @Test
        void stays_new_for_its_last_node_although_the_first_ones_were_admitted_meanwhile() {
            // They were empty when this client met them, and that is what counts.
            Knowledge admitted2 = Nodes.voter("run-2").metEmptyBefore().known();
            Knowledge admitted3 = Nodes.voter("run-3").metEmptyBefore().known();

            assertThat(judge(newcomer.known(), admitted2, admitted3)).isEqualTo(new Admissible());
        }

        @ParameterizedTest(name = "{0} ms after the first")
        @ValueSource(longs = {0, 1, 1_999})
        void includes_a_node_that_is_met_a_moment_later(long millis) {
            assertThat(judge(newcomer.firstMet(after(millis)).known(), new2(), new3()))
                    .isEqualTo(new Admissible());
        }

        @ParameterizedTest(name = "{0} ms after the first")
        @ValueSource(longs = {2_000, 60_000})
        void does_not_include_a_node_that_is_met_long_after(long millis) {
            Standing standing = judge(
                    newcomer.firstMet(after(millis)).suspectSince(after(millis)).known(), new2(), new3());

            assertThat(endOfQuarantine(standing, "it joined after the other nodes"))
                    .isEqualTo(after(millis + 60_000));
        }

        /** Redis is said to start a second after it was asked, because its age is rounded down by that much. */
        @Test
        void includes_a_node_that_has_just_started() {
            NodeFacts facts = Objects.requireNonNull(
                    Nodes.empty("run-1").up(Duration.ofSeconds(-1)).known().facts());

            assertThat(judge(Knowledge.none(START).met(facts, START), new2(), new3()))
                    .isEqualTo(new Admissible());
        }

        /** Others may have admitted it before, and have a vote there. */
        @Test
        void does_not_include_a_node_that_has_restarted_since_it_was_met() {
            Knowledge met = Knowledge.none(START)
                    .met(Objects.requireNonNull(Nodes.empty("run-1").known().facts()), START)
                    .parted(after(10));
            NodeFacts facts = Objects.requireNonNull(
                    Nodes.empty("run-1 again").up(Duration.ZERO).known().facts());

            Standing standing = judgeAt(after(20), met.met(facts, after(20)), new2(), new3());

            assertThat(endOfQuarantine(standing, "it restarted without its data"))
                    .isEqualTo(after(20).plus(MAX_TTL));
            assertThat(judgeAt(
                            after(20),
                            met.met(
                                    Objects.requireNonNull(
                                            Nodes.empty("run-1").known().facts()),
                                    after(20)),
                            new2(),
                            new3()))
                    .as("the same process")
                    .isEqualTo(new Admissible());
        }

        @Test
        void does_not_include_a_node_without_a_first_meeting() {
            assertThat(judge(newcomer.firstMet(null).known(), new2(), new3())).isInstanceOf(Quarantined.class);
        }

        @Test
        void is_one_node_if_only_one_is_configured() {
            Admission alone = new Admission(1, MAX_TTL, true);

            assertThat(alone.judge(0, List.of(newcomer.known()), START)).isEqualTo(new Admissible());
        }
    }

    @Nested
    class WrongSetup {
        @Test
        void two_addresses_of_one_server_are_refused_both() {
            List<Knowledge> all = List.of(
                    Nodes.voter("run-1").known(), voter2(), Nodes.voter("run-1").known());

            assertThat(ADMISSION.judge(0, all, START))
                    .isEqualTo(new Refused("node 1 and node 3 of the configuration are one and the same server;"
                            + " every node must be a server of its own"));
            assertThat(ADMISSION.judge(2, all, START)).isInstanceOf(Refused.class);
            assertThat(ADMISSION.judge(1, all, START)).as("the other one").isEqualTo(new Admitted());
        }

        @Test
        void a_node_of_a_cluster_of_another_size_is_refused_because_majorities_would_not_meet() {
            assertThat(judge(Nodes.voter("run-1").inClusterOf(5).known()))
                    .isEqualTo(new Refused("it belongs to a cluster of 5 nodes, but this client is configured with 3;"
                            + " all clients must list the same nodes"));
        }

        @Test
        void what_speaks_against_a_node_is_told_in_full() {
            assertThat(judge(Nodes.voter("run-1")
                            .objecting("it evicts keys", "it is read-only")
                            .known()))
                    .isEqualTo(new Refused("it evicts keys; it is read-only"));
        }

        @Test
        void vouching_for_the_memory_of_nodes_does_not_excuse_a_wrong_set_up() {
            Knowledge node = Nodes.successor("run-1").inClusterOf(5).known();

            assertThat(VOUCHED_FOR.judge(0, all(node), START)).isInstanceOf(Refused.class);
        }

        @Test
        void a_node_that_is_away_is_not_compared_with() {
            assertThat(judge(Nodes.voter("run-1").known(), Nodes.absent(), Nodes.absent()))
                    .isEqualTo(new Admitted());
        }
    }
}
