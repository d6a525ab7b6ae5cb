package dev.redlock.fencing.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;

/** Connections that are used again. With a new one for every transaction, the database would do little but start processes. */
final class SmallPool {
    private final BlockingQueue<Connection> idle = new LinkedBlockingQueue<>();

    private SmallPool() {}

    static DataSource of(DataSource real, int size) throws SQLException {
        SmallPool pool = new SmallPool();
        for (int i = 0; i < size; i++) {
            pool.idle.add(real.getConnection());
        }
        return (DataSource) Proxy.newProxyInstance(
                SmallPool.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConnection")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return pool.lend(pool.idle.take());
                });
    }

    private Connection lend(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                SmallPool.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return idle.add(real) ? null : proxy;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
