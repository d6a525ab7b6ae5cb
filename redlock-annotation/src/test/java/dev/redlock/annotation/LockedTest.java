package dev.redlock.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.Redlock;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls through a proxy hold the lock, on real nodes. */
@RedisNodes(3)
class LockedTest {
    private Redlock redlock;
    private Redlock other;
    private Jobs jobs;
    private final Target target = new Target();

    interface Jobs {
        @DistributedLock("stock:{product}")
        String reserve(String product, @Nullable FencingToken token);

        @DistributedLock("stock:{product}")
        String reserveTwice(String product);

        @DistributedLock(value = "stock:{product}", waitTimeout = "100ms")
        void fail(String product) throws IOException;

        @DistributedLock(value = "job", ttl = "300ms")
        void outlive() throws InterruptedException;

        @DistributedLock(value = "job", onHeld = OnHeld.SKIP)
        void tick();

        @DistributedLock(value = "job", onHeld = OnHeld.SKIP)
        Optional<String> optional();

        @DistributedLock(value = "job", onHeld = OnHeld.SKIP)
        boolean truth();

        @DistributedLock(value = "job", onHeld = OnHeld.SKIP)
        CompletableFuture<String> later();

        @DistributedLock(value = "job", onHeld = OnHeld.SKIP)
        Mono<String> mono();

        @DistributedLock(value = "job", waitTimeout = "0s")
        Flux<String> flux();

        @DistributedLock(value = "daily", onHeld = OnHeld.SKIP, holdAtLeast = "1s")
        void daily();

        String free();
    }

    static final class Target implements Jobs {
        final CompletableFuture<String> work = new CompletableFuture<>();
        Jobs self = this;
        int runs;

        @Nullable
        Lease seen;

        @Override
        public String reserve(String product, @Nullable FencingToken token) {
            runs++;
            seen = CurrentLease.get().orElseThrow();
            return product + " " + token;
        }

        @Override
        public String reserveTwice(String product) {
            return CurrentLease.token() + " " + self.reserve(product, null);
        }

        @Override
        public void fail(String product) throws IOException {
            throw new IOException("out of " + product);
        }

        @Override
        public void outlive() {
            Lease lease = CurrentLease.get().orElseThrow();
            await().until(() -> !lease.isValid());
        }

        @Override
        public void tick() {
            runs++;
        }

        @Override
        public Optional<String> optional() {
            return Optional.of("ran");
        }

        @Override
        public boolean truth() {
            return true;
        }

        @Override
        public CompletableFuture<String> later() {
            return work;
        }

        @Override
        public Mono<String> mono() {
            runs++;
            return Mono.fromFuture(work)
                    .flatMap(text -> Mono.deferContextual(
                            context -> Mono.just(text + context.get(Lease.class).name())));
        }

        @Override
        public Flux<String> flux() {
            return Flux.concat(Mono.just("first"), Mono.fromFuture(work));
        }

        @Override
        public void daily() {
            runs++;
        }

        @Override
        public String free() {
            return CurrentLease.get().isPresent() ? "locked" : "free";
        }
    }

    @BeforeEach
    void connect(RedisNodeSet nodes) {
        redlock = Redlock.connect(nodes.uriArray());
        other = Redlock.builder().nodes(nodes.uriArray()).owner("other").connect();
        jobs = Locked.proxy(Jobs.class, target, redlock);
        target.self = jobs;
    }

    @AfterEach
    void close() {
        redlock.close();
        other.close();
    }

    @Test
    void the_lock_is_held_during_the_call_and_given_back_after_it() {
        String result = jobs.reserve("p1", null);

        Lease seen = Objects.requireNonNull(target.seen);
        assertThat(seen.name()).isEqualTo("stock:p1");
        assertThat(result).isEqualTo("p1 " + seen.token());
        assertThat(CurrentLease.get()).isEmpty();
        assertThat(other.tryAcquire("stock:p1")).isPresent();
    }

    @Test
    void a_call_waits_and_fails_while_somebody_else_has_the_lock() {
        other.acquire("stock:p1");

        assertThatExceptionOfType(LockHeldException.class)
                .isThrownBy(() -> jobs.fail("p1"))
                .withMessageContaining("held by other");
    }

    @Test
    void what_the_method_throws_comes_out_as_it_is_and_the_lock_is_free() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> jobs.fail("p1"))
                .withMessage("out of p1");
        assertThat(other.tryAcquire("stock:p1")).isPresent();
    }

    @Test
    void a_nested_call_of_the_same_lock_joins_with_the_same_token() {
        String result = jobs.reserveTwice("p1");

        Lease seen = Objects.requireNonNull(target.seen);
        assertThat(result).isEqualTo(seen.token() + " p1 " + seen.token());
    }

    @Test
    void a_lease_that_ended_before_the_method_did_is_told() {
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(jobs::outlive);
    }

    @Test
    void a_skipped_call_returns_nothing_and_does_nothing() throws Exception {
        Lease held = other.acquire("job");

        jobs.tick();
        assertThat(jobs.optional()).isEmpty();
        assertThat(jobs.truth()).isFalse();
        assertThat(jobs.later().get()).isNull();
        assertThat(jobs.mono().blockOptional()).isEmpty();
        assertThat(target.runs).isZero();

        held.release();
        jobs.tick();
        assertThat(jobs.truth()).isTrue();
        assertThat(target.runs).isEqualTo(1);
    }

    @Test
    void votes_that_are_split_among_others_are_no_reason_to_skip(RedisNodeSet nodes) {
        for (int node = 0; node < nodes.size(); node++) {
            String vote = "holder-" + node + "\tstranger-" + node;
            nodes.node(node).command("SET", "redlock:job", vote, "PX", "100");
        }

        jobs.tick();

        assertThat(target.runs).isEqualTo(1);
    }

    @Test
    void a_future_keeps_the_lock_until_it_is_done() throws Exception {
        CompletableFuture<String> answer = jobs.later();
        assertThat(other.tryAcquire("job")).isEmpty();

        target.work.complete("done");

        assertThat(answer.get()).isEqualTo("done");
        assertThat(other.tryAcquire("job")).isPresent();
    }

    @Test
    void a_future_that_fails_gives_the_lock_back_and_one_that_is_cancelled_does_not_yet() {
        CompletableFuture<String> answer = jobs.later();
        answer.cancel(true);
        assertThat(other.tryAcquire("job")).as("the work goes on").isEmpty();

        target.work.completeExceptionally(new IOException("failed"));

        await().until(() -> other.tryAcquire("job").isPresent());
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> target.work.get())
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void a_mono_takes_the_lock_when_it_is_subscribed_to() {
        Mono<String> mono = jobs.mono();
        assertThat(other.tryAcquire("job").map(Lease::release)).isPresent();
        assertThat(target.runs).as("nothing runs before the lock is held").isZero();

        CompletableFuture<@Nullable String> answer = mono.toFuture();
        await().until(() -> target.runs == 1);
        assertThat(other.tryAcquire("job")).isEmpty();
        target.work.complete("done under ");

        assertThat(answer.join()).isEqualTo("done under job");
        assertThat(other.tryAcquire("job")).isPresent();
    }

    @Test
    void a_flux_that_is_cancelled_gives_the_lock_back() {
        assertThat(jobs.flux().blockFirst()).isEqualTo("first");

        await().until(() -> other.tryAcquire("job").isPresent());
        assertThatExceptionOfType(LockHeldException.class)
                .isThrownBy(() -> jobs.flux().blockFirst());
    }

    @Test
    void a_job_that_is_done_at_once_keeps_the_others_away_for_a_while() {
        jobs.daily();

        assertThat(other.tryAcquire("daily")).isEmpty();
        jobs.daily();
        assertThat(target.runs).isEqualTo(1);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> other.tryAcquire("daily").isPresent());
    }

    @Test
    void methods_without_the_annotation_are_left_alone() {
        assertThat(jobs.free()).isEqualTo("free");
        assertThat(jobs.hashCode()).isEqualTo(target.hashCode());
        assertThatIllegalStateException().isThrownBy(CurrentLease::token).withMessageContaining("no lock is held");
    }

    @Test
    void another_thread_can_be_given_the_lease() throws Exception {
        Lease lease = redlock.acquire("x");

        String name = CompletableFuture.supplyAsync(() -> CurrentLease.within(
                        lease, unused -> CurrentLease.get().orElseThrow().name()))
                .get();

        assertThat(name).isEqualTo("x");
    }

    interface Broken<T> {
        T run();
    }

    @Test
    void what_cannot_work_is_refused_when_the_proxy_is_made() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broken(new Broken<Future<?>>() {
                    @Override
                    @DistributedLock("a")
                    public Future<?> run() {
                        return new CompletableFuture<>();
                    }
                }))
                .withMessageContaining("return a CompletableFuture");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broken(new Broken<Stream<?>>() {
                    @Override
                    @DistributedLock("a")
                    public Stream<?> run() {
                        return Stream.of();
                    }
                }))
                .withMessageContaining("return a List");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broken(new Broken<String>() {
                    @Override
                    @DistributedLock(value = "a", ttl = "soon")
                    public String run() {
                        return "";
                    }
                }))
                .withMessageContaining("ttl = \"soon\" is not a time");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Locked.proxy(Runnable.class, () -> {}, redlock))
                .withMessageContaining("no method of java.lang.Runnable is annotated");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Locked.proxy(Target.class, target, redlock))
                .withMessageContaining("not an interface");
    }

    private void broken(Broken<?> target) {
        Locked.proxy(Broken.class, target, redlock);
    }
}
