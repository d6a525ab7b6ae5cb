package dev.redlock.node.lettuce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.NodeFacts;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RedisInfoTest {
    private static final List<@Nullable String> NO_RECORDS = Arrays.asList(null, null, null, null, null, null);
    private static final String NO_EARLIER_REPLICATION = "0".repeat(40);

    /** INFO of a healthy primary, of which each test changes what it is about. */
    private final Map<String, String> info = new LinkedHashMap<>(Map.of(
            "redis_version", "6.2.11",
            "run_id", "abc",
            "uptime_in_seconds", "77",
            "role", "master",
            "master_replid2", NO_EARLIER_REPLICATION,
            "maxmemory", "0",
            "maxmemory_policy", "noeviction"));

    @Test
    void a_healthy_primary_has_no_objections() {
        NodeFacts facts = facts();

        assertThat(facts.runId()).isEqualTo("abc");
        assertThat(facts.uptime()).isEqualTo(Duration.ofSeconds(76));
        assertThat(facts.promoted()).isFalse();
        assertThat(facts.admission()).isEmpty();
        assertThat(facts.objections()).isEmpty();
    }

    @Test
    void the_records_are_read_and_the_larger_of_floor_and_high_counts() {
        assertThat(facts(List.of("abc", "5", "9007199254740990", "17", "60000")).admission())
                .contains(new NodeFacts.Admission("abc", 5, 9007199254740990L, Duration.ofMinutes(1)));
        assertThat(facts(List.of("abc", "5", "17", "18", "1")).isAdmitted()).isTrue();
        assertThat(facts(List.of("other", "5", "17", "18", "1")).isAdmitted()).isFalse();
    }

    @Test
    void records_with_missing_numbers_are_read_as_far_as_possible() {
        assertThat(facts(Arrays.asList("abc", null, null, "18", null)).admission())
                .contains(new NodeFacts.Admission("abc", 0, 18, Duration.ZERO));
    }

    @Test
    void a_replica_may_not_be_a_node() {
        info.put("role", "slave");

        assertThat(facts().objections()).singleElement().asString().contains("it is a replica");
    }

    @Test
    void a_primary_with_an_earlier_replication_id_was_promoted() {
        info.put("master_replid2", "8c1f2d0000000000000000000000000000000000");

        assertThat(facts().promoted()).isTrue();
        assertThat(facts().objections()).isEmpty();
    }

    @Test
    void a_server_that_says_nothing_of_replication_counts_as_not_promoted() {
        info.remove("master_replid2");

        assertThat(facts().promoted()).isFalse();
    }

    @Test
    void a_version_that_is_too_old_is_named() {
        info.put("redis_version", "5.0.14");

        assertThat(facts().objections()).singleElement().asString().contains("Redis 5.0.14", "at least 6.0");
    }

    @Test
    void versions_of_two_digits_are_not_taken_for_old() {
        info.put("redis_version", "10.1.0");

        assertThat(facts().objections()).isEmpty();
    }

    @Test
    void a_version_that_is_not_a_number_is_an_objection_and_not_a_crash() {
        info.put("redis_version", "unstable.build");

        assertThat(facts().objections()).singleElement().asString().contains("unstable.build");
    }

    @Test
    void eviction_is_a_risk_only_if_memory_is_limited() {
        info.put("maxmemory_policy", "allkeys-lru");
        assertThat(facts().objections()).isEmpty();

        info.put("maxmemory", "1000000");

        assertThat(facts().objections()).singleElement().asString().contains("allkeys-lru", "noeviction");
    }

    @Test
    void limited_memory_without_eviction_is_no_risk() {
        info.put("maxmemory", "1000000");

        assertThat(facts().objections()).isEmpty();
    }

    @Test
    void tolerated_eviction_is_no_objection_but_can_still_be_asked_for() {
        info.put("maxmemory", "1000000");
        info.put("maxmemory_policy", "volatile-ttl");
        RedisInfo tolerant = new RedisInfo(text(), true);

        assertThat(tolerant.facts(NO_RECORDS).objections()).isEmpty();
        assertThat(tolerant.evictionRisk())
                .hasValueSatisfying(risk -> assertThat(risk).contains("volatile-ttl"));
    }

    @Test
    void a_server_without_a_run_id_may_not_take_part() {
        info.remove("run_id");

        assertThat(facts().objections()).singleElement().asString().contains("run id");
    }

    @Test
    void an_empty_answer_is_an_objection_and_not_a_crash() {
        assertThat(new RedisInfo("", false).facts(NO_RECORDS).objections()).isNotEmpty();
    }

    @Test
    void all_objections_are_told_at_once() {
        info.put("role", "slave");
        info.put("redis_version", "4.0.0");

        assertThat(facts().objections()).hasSize(2);
    }

    private NodeFacts facts() {
        return facts(NO_RECORDS);
    }

    private NodeFacts facts(List<@Nullable String> records) {
        return new RedisInfo(text(), false).facts(records);
    }

    private String text() {
        StringBuilder text = new StringBuilder("# Server\r\n");
        info.forEach(
                (field, value) -> text.append(field).append(':').append(value).append("\r\n"));
        return text.toString();
    }
}
