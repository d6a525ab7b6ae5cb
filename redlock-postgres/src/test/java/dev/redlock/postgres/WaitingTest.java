package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** How callers who wait for a lock hear that it is free. */
class WaitingTest {
    private PGSimpleDataSource source;

    @BeforeEach
    void newDatabase() throws SQLException {
        source = BrokenSchema.NONE.install(TestServer.shared());
    }

    /** A driver whose connections do not tell of notifications. */
    private static DataSource deaf(PGSimpleDataSource source) {
        return proxy(DataSource.class, (method, arguments) -> {
            Object result = method.invoke(source, arguments);
            return result instanceof Connection connection ? deaf(connection) : result;
        });
    }

    private static Connection deaf(Connection connection) {
        return proxy(
                Connection.class,
                (method, arguments) ->
                        method.getName().equals("isWrapperFor") ? false : method.invoke(connection, arguments));
    }

    private interface Handler {
        Object call(Method method, Object[] arguments) throws ReflectiveOperationException;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            try {
                return handler.call(method, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private static RedlockListener onContended(CountDownLatch contended) {
        return new RedlockListener() {
            @Override
            public void onContended(List<String> names, Optional<String> owner) {
                contended.countDown();
            }
        };
    }

    /** How long it takes from the release until the one who waits has the lock. */
    private static Duration handOver(DataSource source, LockOptions options) throws InterruptedException {
        CountDownLatch contended = new CountDownLatch(1);
        try (Redlock one = Redlock.builder().node(PostgresNode.on(source)).connect();
                Redlock other = Redlock.builder()
                        .node(PostgresNode.on(source))
                        .listener(onContended(contended))
                        .connect()) {
            Lease lease = one.acquire("a");
            CompletableFuture<?> waiting = other.acquireAsync(List.of("a"), options);
            contended.await();
            assertThat(waiting).isNotDone();
            long released = System.nanoTime();
            lease.release();
            waiting.join();
            return Duration.ofNanos(System.nanoTime() - released);
        }
    }

    @Test
    void whoever_is_not_told_of_a_release_finds_out() throws InterruptedException {
        assertThat(handOver(deaf(source), LockOptions.defaults())).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void whoever_is_told_does_not_wait_for_the_next_look() throws InterruptedException {
        LockOptions lookingRarely = LockOptions.defaults()
                .withRetryInterval(Duration.ofSeconds(20), Duration.ofSeconds(20))
                .withWaitTimeout(Duration.ofSeconds(25));

        assertThat(handOver(source, lookingRarely)).isLessThan(Duration.ofSeconds(4));
    }
}
