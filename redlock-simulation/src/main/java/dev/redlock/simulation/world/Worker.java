package dev.redlock.simulation.world;

import dev.redlock.protocol.LeaseTerms;
import dev.redlock.protocol.RetrySchedule;
import dev.redlock.runtime.Acquisition;
import dev.redlock.runtime.Acquisition.Result;
import dev.redlock.runtime.Order;
import dev.redlock.simulation.check.Hold;
import dev.redlock.simulation.check.Property;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One caller of a client: takes locks, works, gives them back or not, over and over. */
final class Worker {
    private static final Duration ENDLESS = Duration.ofDays(400);
    /** Within which what was due before a check has been done. */
    private static final long GRACE = 1_000_000;

    private static final RetrySchedule RETRY = new RetrySchedule(Duration.ofMillis(20), Duration.ofMillis(200));

    private final Client client;
    private final String name;
    private final SplittableRandom random;
    private final List<Hold> holds = new ArrayList<>();
    private int calls;
    private boolean calm;
    private boolean hasMet;
    private boolean isTidy = true;
    private int lastRounds;

    Worker(Client client, String name, SplittableRandom random, boolean calm) {
        this.client = client;
        this.name = name;
        this.random = random;
        this.calm = calm;
    }

    void begin() {
        // Clients that begin in the same instant get into each other's way most.
        later(random.nextInt(3) == 0 ? 0 : upTo(ttl()), this::act);
    }

    /** From now on it takes each lock once more, with all the patience it needs, and is done. */
    void calm() {
        calm = true;
    }

    boolean isDone() {
        return calm && lastRounds > client.plan().names();
    }

    boolean isTidy() {
        return isTidy;
    }

    /** The process is gone. */
    void abandon() {
        holds.forEach(client.referee()::abandoned);
    }

    private void act() {
        if (calm && !hasMet) {
            meetOthers();
            return;
        }
        if (calm && lastRounds++ >= client.plan().names()) {
            return;
        }
        Order order = order();
        client.referee()
                .note(() -> order.owner() + " asks for " + order.names() + " with patience " + order.patience());
        long askedAt = client.schedule().now();
        Acquisition acquisition = client.engine().acquire(order);
        if (!calm && random.nextInt(8) == 0) {
            later(upTo(client.settings().nodeTimeout().toNanos() * 2), () -> giveUp(acquisition));
        }
        acquisition.result().whenComplete((result, defect) -> onResult(order, askedAt, result, defect));
    }

    /** In the end all ask in the same instant, so that there are ties to break. */
    private void meetOthers() {
        hasMet = true;
        long meeting = client.plan().end() + 5 * client.plan().longestTtlNanos();
        client.schedule().in(client.process(), meeting, this::act);
    }

    private static void giveUp(Acquisition acquisition) {
        if (!acquisition.result().isDone()) {
            acquisition.cancel();
        }
    }

    private Order order() {
        List<String> names = names();
        Duration ttl = client.settings().ttl();
        Duration drift =
                Duration.ofNanos(ttl() / 1_000_000 * client.plan().driftPpm()).plusMillis(2);
        Duration minimum = random.nextBoolean() ? Duration.ZERO : Duration.ofNanos(ttl() / 10);
        LeaseTerms terms = new LeaseTerms(ttl, drift, minimum, client.settings().nodeTimeout());
        Duration patience = calm ? ENDLESS : random.nextInt(3) == 0 ? Duration.ZERO : Duration.ofNanos(upTo(3 * ttl()));
        Optional<Duration> maxHold =
                random.nextInt(3) == 0 ? Optional.of(Duration.ofNanos(1 + upTo(3 * ttl()))) : Optional.empty();
        String owner = client.index() + "." + name + "." + calls++;
        return new Order(names, owner, terms, patience, RETRY, maxHold);
    }

    private List<String> names() {
        int all = client.plan().names();
        if (calm) {
            return List.of("lock" + (lastRounds - 1) % all);
        }
        return all == 2 && random.nextInt(3) == 0 ? List.of("lock0", "lock1") : List.of("lock" + random.nextInt(all));
    }

    private void onResult(Order order, long askedAt, @Nullable Result result, @Nullable Throwable defect) {
        if (defect != null) {
            client.referee().fail(Property.NO_DEFECT, order.owner() + " failed: " + defect);
        } else if (result instanceof Result.Acquired acquired) {
            hold(
                    client.referee()
                            .granted(order, acquired.lease(), client.clock().nanos()),
                    askedAt);
        } else {
            client.referee().note(() -> order.owner() + " gets " + result);
            client.referee().refused();
            client.ended(order.owner(), askedAt);
            if (order.patience().equals(ENDLESS)) {
                client.referee().fail(Property.LIVENESS, order.owner() + " with endless patience got " + result);
            }
            later(upTo(ttl() / 4), this::act);
        }
    }

    private void hold(Hold hold, long askedAt) {
        holds.removeIf(earlier -> !earlier.lease().isValid());
        holds.add(hold);
        hold.lease().onLost(loss -> {
            client.referee().signalled(hold);
            if (random.nextBoolean()) {
                release(hold, askedAt);
            }
        });
        watchEnd(hold);
        write(hold);
        if (random.nextInt(4) == 0) {
            later(upTo(ttl()), () -> hold.lease().extend());
        }
        boolean isLong = !calm && random.nextInt(3) == 0;
        later(isLong ? upTo(4 * ttl()) : upTo(ttl() / 2), () -> finish(hold, askedAt));
    }

    /** At the end of validity, whenever that is, and behind everything that was due before. */
    private void watchEnd(Hold hold) {
        later(hold.lease().remaining().toNanos() + 1, () -> {
            if (hold.lease().isValid()) {
                client.referee().checkNotTooLong(hold);
                watchEnd(hold);
            } else {
                later(GRACE, () -> client.referee().checkSignalled(hold));
            }
        });
    }

    private void finish(Hold hold, long askedAt) {
        write(hold);
        if (!calm && random.nextInt(10) == 0) {
            isTidy = false;
        } else {
            release(hold, askedAt);
        }
        later(upTo(ttl() / 2), this::act);
    }

    private void release(Hold hold, long askedAt) {
        client.referee().releasing(hold);
        hold.lease().release();
        later(0, () -> client.referee().releaseAsked(hold));
        client.ended(hold.owner(), askedAt);
    }

    /** The write is on its way for a while, also if the process stands still or ends. */
    private void write(Hold hold) {
        long delay = upTo(random.nextInt(4) == 0 ? 2 * ttl() : ttl() / 20);
        client.schedule()
                .at(client.schedule().now() + delay, () -> client.referee().write(hold));
    }

    private void later(long nanos, Runnable task) {
        client.schedule(Duration.ofNanos(nanos), task);
    }

    private long ttl() {
        return client.settings().ttl().toNanos();
    }

    private long upTo(long nanos) {
        return random.nextLong(nanos + 1);
    }
}
