package dev.redlock.fencing.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Lets something happen when the database has confirmed a commit, and the client does not know it yet. */
final class CommitHook {
    private final int nth;
    private final Runnable action;
    private final AtomicInteger commits = new AtomicInteger();

    private CommitHook(int nth, Runnable action) {
        this.nth = nth;
        this.action = action;
    }

    /**
     * Watches the commits on all connections together.
     *
     * @param nth which one, from 1
     */
    static DataSource after(DataSource real, int nth, Runnable action) {
        return new CommitHook(nth, action).watching(DataSource.class, real);
    }

    private <T> T watching(Class<T> type, Object real) {
        return type.cast(Proxy.newProxyInstance(
                CommitHook.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(real, arguments);
                        if (method.getName().equals("commit") && commits.incrementAndGet() == nth) {
                            action.run();
                        }
                        return result instanceof Connection ? watching(Connection.class, result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
