package dev.redlock;

import dev.redlock.internal.Check;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeRequest;
import dev.redlock.protocol.AcquireOutcome.Reason;
import dev.redlock.protocol.Ballot;
import dev.redlock.protocol.LeaseTerms;
import dev.redlock.protocol.RetrySchedule;
import dev.redlock.runtime.Acquisition;
import dev.redlock.runtime.Engine;
import dev.redlock.runtime.Order;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a majority of independent Redis nodes, with fencing tokens.
 *
 * <pre>{@code
 * try (Redlock redlock = Redlock.connect("redis://n1:6379", "redis://n2:6379", "redis://n3:6379")) {
 *     Receipt receipt = redlock.withLock("payout:42", lease -> bank.pay(42, lease.token()));
 * }
 * }</pre>
 *
 * <p>One of these is enough for a whole application. All methods may be called from any thread, also a virtual one. Where
 * options are not given, those of the first policy that fits the name count, else the defaults.
 */
public final class Redlock implements AutoCloseable {
    private static final int LONGEST_NAME = 512;
    private static final Duration INSPECT_TIMEOUT = Duration.ofSeconds(2);

    private final Connection connection;
    private final Engine engine;
    private final Policies policies;
    private final String owner;
    private final ThreadHolds threadHolds = new ThreadHolds();

    Redlock(Connection connection, Policies policies, String owner) {
        this.connection = connection;
        this.engine = connection.engine();
        this.policies = policies;
        this.owner = owner;
    }

    /** Connects to these nodes, see {@link RedlockBuilder#nodes(String...)}, with the default settings. */
    public static Redlock connect(String... nodes) {
        return builder().nodes(nodes).connect();
    }

    public static RedlockBuilder builder() {
        return new RedlockBuilder();
    }

    /**
     * Three nodes in the memory of this process, for tests and for development without Redis. The code is the same as with
     * Redis, but nothing outside this object takes part.
     */
    public static Redlock inMemory() {
        return RedlockBuilder.inMemory();
    }

    /**
     * Runs the action while holding the lock, and returns its result. The lock is released in any case.
     *
     * @throws LockHeldException if somebody else has the lock for the whole wait timeout; the action was not run
     * @throws QuorumUnavailableException if too few nodes answered; the action was not run
     * @throws LeaseLostException if the action is done, but the lease had ended before it was
     */
    public <T extends @Nullable Object, E extends Exception> T withLock(String name, LockedAction<T, E> action)
            throws E {
        return withLock(List.of(name), optionsFor(name), action);
    }

    /** As {@link #withLock(String, LockedAction)}, for all these names at once and with these options. */
    public <T extends @Nullable Object, E extends Exception> T withLock(
            List<String> names, LockOptions options, LockedAction<T, E> action) throws E {
        T result;
        Lease lease = acquire(names, options);
        try (lease) {
            result = action.run(lease);
            Optional<LeaseLostException> loss = lease.lossDuringAction();
            if (loss.isPresent()) {
                throw loss.get();
            }
        }
        return result;
    }

    /**
     * Waits for the lock.
     *
     * @throws LockHeldException if somebody else has it for the whole wait timeout
     * @throws QuorumUnavailableException if too few nodes answered
     * @throws LockInterruptedException if this thread is interrupted; it does not hold the lock then
     * @throws LeaseLostException if this thread was kept from running until the lease had ended
     */
    public Lease acquire(String name) {
        return acquire(List.of(name), optionsFor(name));
    }

    public Lease acquire(String name, LockOptions options) {
        return acquire(List.of(name), options);
    }

    /**
     * Waits for all these locks at once: all or none, with one token. The order does not matter, and two callers with
     * overlapping names cannot block each other for ever.
     */
    public Lease acquire(List<String> names) {
        return acquire(names, policies.of(checked(names)));
    }

    public Lease acquire(List<String> names, LockOptions options) {
        return stillValid(attempt(checked(names), options).orThrow());
    }

    /**
     * Tries once, without waiting. Empty if somebody else has the lock.
     *
     * @throws QuorumUnavailableException if too few nodes answered, so that nobody can tell whether it is free
     */
    public Optional<Lease> tryAcquire(String name) {
        return tryAcquire(name, optionsFor(name).withWaitTimeout(Duration.ZERO));
    }

    /** Tries for as long as the wait timeout of these options. */
    public Optional<Lease> tryAcquire(String name, LockOptions options) {
        return tryAcquire(List.of(name), options);
    }

    /** Tries to get all these locks at once for as long as the wait timeout of these options. */
    public Optional<Lease> tryAcquire(List<String> names, LockOptions options) {
        AcquireResult result = attempt(checked(names), options);
        return result instanceof AcquireResult.Held ? Optional.empty() : Optional.of(stillValid(result.orThrow()));
    }

    /**
     * Waits for the lock without blocking a thread. Whoever cancels the future gives up the attempt: the lock is not held
     * afterwards. What depends on the future runs on a thread that may block.
     */
    public CompletableFuture<AcquireResult> acquireAsync(String name) {
        return acquireAsync(List.of(name), optionsFor(name));
    }

    public CompletableFuture<AcquireResult> acquireAsync(List<String> names, LockOptions options) {
        List<String> checked = checked(names);
        Acquisition acquisition = engine.acquire(order(checked, options));
        CompletableFuture<AcquireResult> answer = new CompletableFuture<>();
        answer.whenComplete((result, error) -> {
            // Cancelled, timed out, or given another result: the caller does not wait any longer.
            if (!acquisition.result().isDone()) {
                acquisition.cancel();
            }
        });
        connection
                .answers()
                .publish(acquisition.result(), result -> present(checked, options, result))
                .whenComplete((result, error) -> {
                    boolean delivered = error != null ? answer.completeExceptionally(error) : answer.complete(result);
                    if (!delivered) {
                        // Nobody has the lease, so nobody would release it.
                        acquisition.cancel();
                    }
                });
        return answer;
    }

    /** The lock in the manner of {@link Lock}, for code that is written for one. All views of one name are the same lock. */
    public ReentrantView asLock(String name) {
        return asLock(name, optionsFor(name));
    }

    public ReentrantView asLock(String name, LockOptions options) {
        checked(List.of(name));
        policies.requireTtl(options);
        return new ReentrantView(this, threadHolds, name, options);
    }

    /** The options that count for this name if no others are given. */
    public LockOptions optionsFor(String name) {
        return policies.of(checked(List.of(name)));
    }

    /** Who holds this lock, node by node. For people and dashboards: it may have changed when it is read. */
    public LockStatus inspect(String name) {
        checked(List.of(name));
        return new Census(engine, ask(new NodeRequest.Inspect(name))).of(name);
    }

    /** All locks that anybody holds on these nodes. Reads all keys of the nodes, a page at a time. */
    public List<LockStatus> locks() {
        return new Census(engine, ask(new NodeRequest.ListVotes())).all();
    }

    /**
     * Takes the lock away from whoever holds it. For operators. The holder is told at its next renewal, not before, so that
     * only its token keeps it from doing harm.
     *
     * @return who held it before
     */
    public LockStatus forceRelease(String name) {
        checked(List.of(name));
        return new Census(engine, ask(new NodeRequest.ForceRelease(name))).of(name);
    }

    /** How this client sees its nodes, in the order of the configuration. Sends nothing: for health checks and metrics. */
    public List<NodeHealth> nodes() {
        return new Census(engine, List.of()).health();
    }

    /** How many nodes have to vote for a holder: more than half of those that are configured. */
    public int quorum() {
        return Ballot.quorumOf(engine.nodeIds().size());
    }

    /** The pattern of the policy that counts for this name, if there is one. There are few of them, so that metrics can use it. */
    public Optional<String> policyOf(String name) {
        return policies.patternOf(checked(List.of(name)));
    }

    /** Releases what is held, within a bound, and ends all connections and threads. */
    @Override
    public void close() {
        connection.close();
    }

    /** For tests: whether nothing is held, waited for or owed. */
    boolean isIdle() {
        return engine.isIdle();
    }

    private AcquireResult attempt(List<String> names, LockOptions options) {
        Order order = order(names, options);
        if (Thread.currentThread().isInterrupted()) {
            throw new LockInterruptedException(names);
        }
        Acquisition acquisition = engine.acquire(order);
        try {
            return present(names, options, Waiting.interruptibly(acquisition.result()));
        } catch (InterruptedException e) {
            acquisition.cancel();
            Thread.currentThread().interrupt();
            throw new LockInterruptedException(names);
        } catch (ExecutionException e) {
            throw new IllegalStateException("acquiring " + names + " failed by a defect of redlock", e.getCause());
        }
    }

    /** Between the grant and this thread's next step lies whatever the machine likes to do first, a long pause included. */
    static Lease stillValid(Lease lease) {
        try {
            lease.checkValid();
            return lease;
        } catch (LeaseLostException e) {
            lease.close();
            throw e;
        }
    }

    private AcquireResult present(List<String> names, LockOptions options, Acquisition.Result result) {
        if (result instanceof Acquisition.Result.Acquired acquired) {
            return new AcquireResult.Granted(Lease.of(acquired.lease(), connection.answers()));
        }
        var failed = (Acquisition.Result.NotAcquired) result;
        Reason reason = failed.lost().reason();
        if (reason == Reason.CANCELLED) {
            throw new IllegalStateException("this Redlock was closed while waiting for " + names);
        }
        if (reason != Reason.HELD && options.onQuorumLoss() == OnQuorumLoss.RUN_UNPROTECTED) {
            return new AcquireResult.Granted(Lease.unprotected(names, connection.answers()));
        }
        return connection.answers().notAcquired(names, failed.lost(), failed.waited());
    }

    private Order order(List<String> names, LockOptions options) {
        if (connection.observes()) {
            throw new IllegalStateException(
                    "this Redlock only looks, see RedlockBuilder.observing(): it cannot acquire " + names);
        }
        policies.requireTtl(options);
        String text = new OwnerText(options.owner().orElse(owner), options.metadata()).encode();
        LeaseTerms terms =
                new LeaseTerms(options.ttl(), options.drift(), options.minimumValidity(), options.nodeTimeout());
        RetrySchedule retry = new RetrySchedule(options.retryInterval(), options.longestRetryInterval());
        Optional<Duration> maxHold = options.renewal() ? Optional.of(options.maxHold()) : Optional.empty();
        return new Order(names, text, terms, options.waitTimeout(), retry, maxHold);
    }

    private List<NodeReply> ask(NodeRequest request) {
        return Waiting.uninterruptibly(engine.askAll(request, INSPECT_TIMEOUT));
    }

    /** In one order for everybody, without repetitions. */
    private static List<String> checked(List<String> names) {
        Check.argument(!names.isEmpty(), "a lock needs at least one name");
        for (String name : names) {
            Check.argument(!name.isBlank(), "a lock name must not be blank");
            Check.argument(
                    name.length() <= LONGEST_NAME,
                    "a lock name has at most %d characters, got %d",
                    LONGEST_NAME,
                    name.length());
        }
        return names.size() == 1 ? List.copyOf(names) : List.copyOf(new TreeSet<>(names));
    }
}
