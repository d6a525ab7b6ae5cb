package dev.redlock.fencing.guard;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A connection on which the work can write, but not end the transaction: a commit in the middle would write one half of the
 * work without the other, and the rest without the fence.
 */
final class GuardedConnection {
    private static final Set<String> ENDS_IT = Set.of("commit", "close", "abort", "setAutoCommit");

    private final Connection real;
    private final Connection guarded;
    private volatile boolean ended;

    GuardedConnection(Connection real) {
        this.real = real;
        this.guarded = (Connection) Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, this::invoke);
    }

    Connection connection() {
        return guarded;
    }

    /** From now on the work has no connection any more, even if it has kept the object. */
    void end() {
        ended = true;
    }

    private @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (ended) {
            throw new IllegalStateException(
                    "the guarded transaction has ended; its connection cannot be used any more");
        }
        // A rollback to a savepoint is the work's own affair.
        boolean wholeRollback = method.getName().equals("rollback") && method.getParameterCount() == 0;
        if (ENDS_IT.contains(method.getName()) || wholeRollback) {
            throw new IllegalStateException(method.getName() + " is not for the work: the transaction is committed when"
                    + " the work returns, and rolled back when it throws");
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
