package dev.redlock.fencing.idempotency;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Objects;

/**
 * Idempotency keys in Redis, for what is cheap to lose and annoying to repeat, such as notifications.
 *
 * <p>Not for money: the key and the work are two steps. A crash between them leaves a key without work, until it expires; and
 * a Redis that forgets lets the work be done again. For money there is {@link JdbcIdempotency}.
 */
public final class RedisIdempotency {
    private static final Duration DEFAULT_RETENTION = Duration.ofHours(24);

    private final StatefulRedisConnection<String, String> connection;
    private final Duration retention;

    private RedisIdempotency(StatefulRedisConnection<String, String> connection, Duration retention) {
        this.connection = connection;
        this.retention = retention;
    }

    /** Keys are kept for 24 hours. The connection stays the caller's, who closes it. */
    public static RedisIdempotency on(StatefulRedisConnection<String, String> connection) {
        return new RedisIdempotency(Objects.requireNonNull(connection, "connection"), DEFAULT_RETENTION);
    }

    /** How long a key counts as used. */
    public RedisIdempotency withRetention(Duration value) {
        if (value.toMillis() < 1 || value.toDays() > 3650) {
            throw new IllegalArgumentException("retention is from a millisecond to ten years, got " + value);
        }
        return new RedisIdempotency(connection, value);
    }

    /**
     * Whether this is the first time. Then do the work, and {@link #forget} the key if it fails.
     *
     * @throws IdempotencyConflictException if the key was used for another request
     */
    public boolean claim(IdempotencyKey key, Fingerprint fingerprint) {
        RedisCommands<String, String> redis = connection.sync();
        SetArgs onlyFirst = SetArgs.Builder.nx().px(retention.toMillis());
        if (redis.set(key.id(), fingerprint.hex(), onlyFirst) != null) {
            return true;
        }
        String used = redis.get(key.id());
        if (used == null) {
            // It expired between the two commands, so it is free again.
            return redis.set(key.id(), fingerprint.hex(), onlyFirst) != null;
        }
        if (!used.equals(fingerprint.hex())) {
            throw new IdempotencyConflictException(key.id());
        }
        return false;
    }

    /** Makes the key unused, so that a retry may do the work. */
    public void forget(IdempotencyKey key) {
        connection.sync().del(key.id());
    }
}
