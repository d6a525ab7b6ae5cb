package dev.redlock.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.stats.Finding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Measures run and say something, however little can be said after so short a time. */
class MeasuresTest {
    private static final Size SMOKE = Size.of("smoke");

    @Test
    void a_round_is_measured_in_a_jvm_of_its_own() {
        try (Stage stage = new Stage(SMOKE, false)) {
            List<Finding> findings = OwnCode.ofRound().run(stage);

            assertThat(findings).extracting(finding -> finding.heading().id()).containsExactly("J3", "J3 heap");
            assertThat(findings)
                    .allSatisfy(finding ->
                            assertThat(finding.rows().get(0).value().median()).isPositive());
        }
    }

    @Test
    void processes_contend_whenever_they_are_told_to() {
        try (Stage stage = new Stage(SMOKE, false);
                ProcessGroup group = ProcessGroup.start(Kind.OURS, 2, 1, stage.uris(3))) {
            for (int slice = 0; slice < 2; slice++) {
                ProcessShare share = group.contend(Duration.ofMillis(100));

                assertThat(share.cycles()).hasSize(2).allMatch(cycles -> cycles > 0);
                assertThat(share.handovers()).isPositive();
            }
        }
    }

    @Test
    void what_processes_did_is_told_in_one_line() {
        ProcessShare share = ProcessShare.parse("2000000000 6 10 20 4 8");

        assertThat(ProcessShare.parse(share.line())).isEqualTo(share);
        assertThat(share.handoversPerSecond()).isEqualTo(3);
        assertThat(share.cyclesPerSecond()).isEqualTo(6);
        assertThat(share.fairness()).isEqualTo(0.5);
    }

    @Test
    void processes_are_as_slow_as_the_slowest_of_them() {
        ProcessShare sum = ProcessShare.parse("100 1 10 20 4").plus(ProcessShare.parse("200 2 1 2 5"));

        assertThat(sum).isEqualTo(ProcessShare.parse("200 3 11 22 4 5"));
    }
}
