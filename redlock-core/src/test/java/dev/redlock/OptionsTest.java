package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to take a lock uses the options that were asked for, and no others; nonsense is refused with a reason. */
@RedisNodes(3)
class OptionsTest {
    private static final Duration ASKED = Duration.ofSeconds(7);
    private static final Duration DEFAULT = Duration.ofSeconds(11);
    private static final LockOptions OPTIONS = LockOptions.defaults().withTtl(ASKED);

    @RegisterExtension
    final Clients clients = new Clients();

    static Stream<Arguments> every_way_to_take_a_lock() {
        return Stream.of(
                way("acquire(name)", DEFAULT, redlock -> redlock.acquire("a")),
                way("acquire(name, options)", ASKED, redlock -> redlock.acquire("a", OPTIONS)),
                way("acquire(names)", DEFAULT, redlock -> redlock.acquire(List.of("a", "b"))),
                way("acquire(names, options)", ASKED, redlock -> redlock.acquire(List.of("a", "b"), OPTIONS)),
                way("tryAcquire(name)", DEFAULT, redlock -> redlock.tryAcquire("a")),
                way("tryAcquire(name, options)", ASKED, redlock -> redlock.tryAcquire("a", OPTIONS)),
                way("tryAcquire(names, options)", ASKED, redlock -> redlock.tryAcquire(List.of("a"), OPTIONS)),
                way(
                        "acquireAsync(name)",
                        DEFAULT,
                        redlock -> redlock.acquireAsync("a").join()),
                way(
                        "acquireAsync(names, options)",
                        ASKED,
                        redlock -> redlock.acquireAsync(List.of("a"), OPTIONS).join()),
                way("asLock(name)", DEFAULT, redlock -> redlock.asLock("a").tryLock()),
                way("asLock(name, options).lock", ASKED, redlock -> {
                    redlock.asLock("a", OPTIONS).lock();
                    return "";
                }),
                way("asLock(name, options).tryLock(time)", ASKED, redlock -> lockFor(redlock.asLock("a", OPTIONS))));
    }

    private static Arguments way(String name, Duration ttl, Function<Redlock, Object> take) {
        return Arguments.of(name, ttl, take);
    }

    private static boolean lockFor(ReentrantView lock) {
        try {
            return lock.tryLock(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("every_way_to_take_a_lock")
    void the_ttl_that_was_asked_for_is_the_one_on_the_node(
            String way, Duration ttl, Function<Redlock, Object> take, RedisNodeSet nodes) {
        Redlock redlock = clients.connect(
                nodes, builder -> builder.defaults(LockOptions.defaults().withTtl(DEFAULT)));
        redlock.acquire("a", LockOptions.defaults().withTtl(Duration.ofSeconds(40)))
                .close();
        Votes.awaitNone(nodes, "a");

        Object taken = take.apply(redlock);

        assertThat(taken).as(way).isNotNull();
        assertThat(Votes.ttls(nodes, "a"))
                .filteredOn(left -> left > 0)
                .hasSizeGreaterThanOrEqualTo(2)
                .allMatch(left -> left <= ttl.toMillis() && left > ttl.toMillis() - 3_000);
    }

    @Test
    void withLock_uses_the_options_it_is_given(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);

        List<Long> left = redlock.withLock(List.of("a"), OPTIONS, lease -> Votes.ttls(nodes, "a"));

        assertThat(left).filteredOn(ttl -> ttl > 0).isNotEmpty().allMatch(ttl -> ttl <= ASKED.toMillis());
    }

    @Test
    void the_first_policy_that_fits_the_name_counts(RedisNodeSet nodes) {
        LockOptions slow = LockOptions.defaults().withTtl(Duration.ofSeconds(50));
        Redlock redlock = clients.connect(
                nodes, builder -> builder.policy("payout:*:slow", slow).policy("payout:*", OPTIONS));

        assertThat(redlock.optionsFor("payout:1:slow").ttl()).isEqualTo(slow.ttl());
        assertThat(redlock.optionsFor("payout:1").ttl()).isEqualTo(ASKED);
        assertThat(redlock.optionsFor("payou").ttl())
                .isEqualTo(LockOptions.defaults().ttl());
        try (Lease lease = redlock.acquire("payout:1")) {
            assertThat(Votes.ttls(nodes, lease.name())).allMatch(ttl -> ttl <= ASKED.toMillis());
        }
    }

    @Test
    void options_are_values_that_nobody_can_change() {
        LockOptions before = LockOptions.defaults();
        Map<String, String> metadata = new java.util.HashMap<>(Map.of("request", "1"));
        LockOptions with = before.withMetadata(metadata).withTtl(ASKED);
        metadata.put("request", "2");

        assertThat(with.metadata()).containsEntry("request", "1");
        assertThat(LockOptions.defaults().metadata()).isEmpty();
        assertThat(before.ttl()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void a_ttl_above_the_longest_allowed_is_refused_with_the_way_out(RedisNodeSet nodes) {
        Redlock redlock = clients.connect(nodes);
        LockOptions tooLong = LockOptions.defaults().withTtl(Duration.ofSeconds(61));

        assertThatThrownBy(() -> redlock.acquire("a", tooLong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT1M1S")
                .hasMessageContaining("maxTtl");
        assertThatThrownBy(() -> redlock.asLock("a", tooLong)).hasMessageContaining("maxTtl");
        Votes.assertNone(nodes, "a");
    }

    static Stream<Arguments> nonsense() {
        LockOptions good = LockOptions.defaults();
        Duration overflow = Duration.ofSeconds(Long.MAX_VALUE);
        return Stream.of(
                bad("ttl", () -> good.withTtl(Duration.ZERO)),
                bad("ttl", () -> good.withTtl(Duration.ofMillis(-1))),
                bad("ttl", () -> good.withTtl(overflow)),
                bad("waitTimeout", () -> good.withWaitTimeout(Duration.ofMillis(-1))),
                bad("retryInterval", () -> good.withRetryInterval(Duration.ZERO, Duration.ofSeconds(1))),
                bad("longestRetryInterval", () -> good.withRetryInterval(Duration.ofMillis(9), Duration.ofMillis(5))),
                bad("retryInterval", () -> good.withRetryInterval(overflow, overflow)),
                bad("maxHold", () -> good.withMaxHold(Duration.ZERO)),
                bad("maxHold", () -> good.withMaxHold(overflow)),
                bad("nodeTimeout", () -> good.withNodeTimeout(Duration.ZERO)),
                bad("nodeTimeout", () -> good.withNodeTimeout(overflow)),
                bad("half of the ttl", () -> good.withNodeTimeout(Duration.ofSeconds(20))),
                bad("minimumValidity", () -> good.withMinimumValidity(Duration.ofMillis(-1))),
                bad("minimumValidity", () -> good.withMinimumValidity(Duration.ofSeconds(30))),
                bad("minimumValidity", () -> good.withMinimumValidity(overflow)),
                bad("driftFactor", () -> good.withDriftFactor(-0.1)),
                bad("driftFactor", () -> good.withDriftFactor(Double.NaN)),
                bad("owner", () -> good.withOwner(" ")),
                bad("owner", () -> good.withOwner("a\tb")),
                bad("metadata", () -> good.withMetadata(Map.of("a=b", "c"))),
                bad("maxTtl", () -> Redlock.builder().maxTtl(Duration.ZERO)),
                bad("maxTtl", () -> Redlock.builder().maxTtl(overflow)),
                bad("keyPrefix", () -> Redlock.builder().keyPrefix("a b")),
                bad("at least one node", () -> Redlock.builder().connect()));
    }

    private static Arguments bad(String word, Runnable call) {
        return Arguments.of(word, call);
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("nonsense")
    void nonsense_is_refused_with_the_name_of_what_is_wrong(String word, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(word);
    }

    @Test
    void a_wait_without_end_is_a_wait_and_not_an_overflow(RedisNodeSet nodes) {
        LockOptions forEver = LockOptions.defaults().withWaitTimeout(Duration.ofSeconds(Long.MAX_VALUE));
        Redlock redlock = clients.connect(nodes);

        redlock.acquire("a", forEver).close();

        await().until(redlock::isIdle);
    }
}
