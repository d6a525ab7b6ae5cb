package dev.redlock.chaos.actor;

import dev.redlock.chaos.actor.Payments.Payout;
import dev.redlock.chaos.history.HistoryLog.Pending;
import dev.redlock.chaos.lock.LockUnderTest.Hold;
import dev.redlock.chaos.lock.LockUnderTest.NotGrantedException;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.idempotency.IdempotencyConflictException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One thread of a client, with the lock that it holds. Writes down each step before it takes it. */
final class Worker {
    static final String OK = "ok";
    static final String FAIL = "fail";
    static final String UNKNOWN = "unknown";

    /** What came of a step: one of the words above, and why. */
    record Result(String word, String detail) {
        boolean ok() {
            return word.equals(OK);
        }
    }

    private final Session session;
    private @Nullable Hold hold;
    private long holdId;
    private String resource = "";
    private long balance = -1;

    Worker(Session session) {
        this.session = session;
    }

    private Hold hold() {
        if (hold == null) {
            throw new IllegalStateException("there is no hold");
        }
        return hold;
    }

    boolean holds() {
        return hold != null;
    }

    long token() {
        return hold().token();
    }

    Result acquire(String name, Duration wait) {
        long id = Session.nextHold();
        Pending step = session.diary().acquire(id, name);
        try {
            Hold granted = session.lock().acquire(name, wait);
            if (wait.isZero() && session.lock().countsFromItsStart()) {
                step.granted(granted.token(), Session.shared(granted.validUntil()));
            } else {
                step.grantedAfterWaiting(granted.token(), Session.shared(granted.validUntil()));
            }
            hold = granted;
            holdId = id;
            resource = name;
            balance = -1;
            granted.onLost(() -> session.diary().lost(id, name, granted.token(), "told by the lock"));
            granted.onRenewed(until ->
                    session.diary().extend(id, name, granted.token()).granted(granted.token(), Session.shared(until)));
            return new Result(OK, "");
        } catch (NotGrantedException e) {
            return failed(step, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            return failed(step, "interrupted");
        } catch (RuntimeException e) {
            return failed(step, e.toString());
        }
    }

    /** Raises the fence, if there is one, and reads what is in the account. */
    Result prepare() {
        long token = hold().token();
        try {
            if (session.payments().marks(token)) {
                Result marked = mark(token);
                if (!marked.ok()) {
                    return marked;
                }
            }
            balance = session.payments().balance(resource);
            return new Result(OK, "");
        } catch (SQLException e) {
            return new Result(FAIL, e.toString());
        }
    }

    private Result mark(long token) {
        Pending step = session.diary().mark(holdId, resource, token);
        try {
            session.payments().mark(resource, token);
            step.ok("");
            return new Result(OK, "");
        } catch (StaleTokenException e) {
            step.stale(String.valueOf(e.getMessage()));
            return new Result(FAIL, String.valueOf(e.getMessage()));
        } catch (FenceUnavailableException e) {
            step.unknown(e.toString());
            return new Result(UNKNOWN, e.toString());
        }
    }

    /** Looks whether its lock is valid, and pays. */
    Result pay(String payoutId, long amount, Consumer<Point> points) {
        Hold mine = hold();
        if (!mine.isValid()) {
            return new Result(FAIL, "the lease has ended");
        }
        Pending step = session.diary().write(holdId, resource, mine.token(), payoutId, amount);
        points.accept(Point.CHECKED);
        Payout payout = new Payout(resource, payoutId, amount);
        try {
            Payments.Result result = session.payments().pay(payout, mine.token(), balance - amount, points);
            if (result == Payments.Result.PAID) {
                balance -= amount;
            }
            step.ok(result.name());
            return new Result(OK, result.name());
        } catch (StaleTokenException e) {
            step.stale(String.valueOf(e.getMessage()));
            return new Result(FAIL, String.valueOf(e.getMessage()));
        } catch (Payments.UnknownCommitException e) {
            step.unknown(e.toString());
            return new Result(UNKNOWN, e.toString());
        } catch (SQLException | IdempotencyConflictException | FenceUnavailableException e) {
            return failed(step, e.toString());
        }
    }

    Result extend() {
        Hold mine = hold();
        Pending step = session.diary().extend(holdId, resource, mine.token());
        if (mine.extend()) {
            step.granted(mine.token(), Session.shared(mine.validUntil()));
            return new Result(OK, "");
        }
        return failed(step, "not extended");
    }

    Result release() {
        Hold mine = hold();
        Pending step = session.diary().release(holdId, resource, mine.token());
        String answer = mine.release();
        step.ok(answer);
        return new Result(OK, answer);
    }

    /** Whether the lock says that it is still valid. */
    Result look() {
        return hold().isValid() ? new Result(OK, "valid") : new Result(FAIL, "not valid");
    }

    /** The whole of it: lock, fence, payout, release. */
    Result work(String name, Duration wait, String payoutId, long amount) {
        Result acquired = acquire(name, wait);
        if (!acquired.ok()) {
            return acquired;
        }
        Result prepared = prepare();
        Result paid = prepared.ok() ? pay(payoutId, amount, point -> {}) : prepared;
        release();
        return paid;
    }

    private static Result failed(Pending step, String why) {
        step.fail(why);
        return new Result(FAIL, why);
    }
}
