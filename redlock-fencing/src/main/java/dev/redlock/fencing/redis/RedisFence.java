package dev.redlock.fencing.redis;

import dev.redlock.FencingToken;
import dev.redlock.fencing.Fence;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.internal.Names;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fence for data that lives in Redis: the caller's script runs behind the check, in one atomic step.
 *
 * <pre>{@code
 * fence.eval("balance:7", lease.token(), "return redis.call('INCRBY', KEYS[1], ARGV[1])", ScriptOutputType.INTEGER,
 *         List.of("balance:7:amount"), List.of("100"));
 * }</pre>
 *
 * <p>The fence is a key beside the data, {@code fence:RESOURCE}, on the same server. It is as durable as the data: a failover
 * that forgets the last writes forgets the last mark as well. In a Redis Cluster, resource and keys need the same hash tag.
 *
 * <p>By default the key never expires. With an expiry, a holder that wakes up after it is no longer refused; nobody knows how
 * long a pause can be, so the safe value is none.
 */
public final class RedisFence implements Fence {
    private static final String STALE = "REDLOCK_STALE ";

    private final StatefulRedisConnection<String, String> connection;
    private final String prefix;
    private final @Nullable Duration retention;

    private RedisFence(
            StatefulRedisConnection<String, String> connection, String prefix, @Nullable Duration retention) {
        this.connection = connection;
        this.prefix = prefix;
        this.retention = retention;
    }

    /** The connection stays the caller's, who closes it. */
    public static RedisFence on(StatefulRedisConnection<String, String> connection) {
        return new RedisFence(Objects.requireNonNull(connection, "connection"), "fence:", null);
    }

    /** With what the names of the keys begin. {@code fence:} by default. */
    public RedisFence withKeyPrefix(String value) {
        return new RedisFence(connection, Names.text("a key prefix", value, 64), retention);
    }

    /**
     * Forgets resources that nobody has used for so long. Choose more than any holder can be paused for, and at least a day:
     * a holder that wakes up later than that is not refused.
     */
    public RedisFence withRetention(Duration value) {
        if (value.toDays() < 1 || value.toDays() > 3650) {
            throw new IllegalArgumentException("retention is from a day to ten years, got " + value);
        }
        return new RedisFence(connection, prefix, value);
    }

    @Override
    public void mark(String resource, FencingToken token) {
        eval(resource, token, "return 1", ScriptOutputType.INTEGER, List.of(), List.of());
    }

    @Override
    public Optional<FencingToken> newest(String resource) {
        String key = prefix + Names.resource(resource);
        try {
            return Optional.ofNullable(connection.sync().get(key)).map(FencingToken::parse);
        } catch (RedisException e) {
            throw unavailable(resource, e);
        }
    }

    /**
     * Runs the caller's Lua script if the token is not stale. Nothing else runs between the check and the script. {@code KEYS}
     * and {@code ARGV} are the caller's.
     *
     * <p>If the connection is lost, it is not known whether the script ran, and the connection may send it again by itself:
     * write scripts that may run twice with the same token.
     *
     * @param output what the script returns; null if that is nil
     * @throws StaleTokenException if the resource has seen a larger token; the script did not run
     * @throws FenceUnavailableException if Redis cannot be reached
     * @throws RedisCommandExecutionException if the script fails
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // The output type says what comes back, as in Lettuce itself.
    public <T extends @Nullable Object> T eval(
            String resource,
            FencingToken token,
            String script,
            ScriptOutputType output,
            List<String> keys,
            List<String> arguments) {
        List<String> allKeys = new ArrayList<>(List.of(prefix + Names.resource(resource)));
        allKeys.addAll(keys);
        List<String> allArguments = new ArrayList<>(
                List.of(token.toString(), retention == null ? "0" : Long.toString(retention.toMillis())));
        allArguments.addAll(arguments);
        try {
            return run(
                    GuardedScript.around(script),
                    output,
                    allKeys.toArray(String[]::new),
                    allArguments.toArray(String[]::new));
        } catch (RedisCommandExecutionException e) {
            throw refusal(resource, token, e);
        } catch (RedisException e) {
            throw unavailable(resource, e);
        }
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private <T extends @Nullable Object> T run(
            GuardedScript script, ScriptOutputType output, String[] keys, String[] arguments) {
        RedisCommands<String, String> redis = connection.sync();
        try {
            return redis.evalsha(script.sha1(), output, keys, arguments);
        } catch (RedisNoScriptException unknown) {
            return redis.eval(script.source(), output, keys, arguments);
        }
    }

    private static RuntimeException refusal(String resource, FencingToken token, RedisCommandExecutionException e) {
        String message = String.valueOf(e.getMessage());
        int at = message.indexOf(STALE);
        return at < 0
                ? e
                : new StaleTokenException(resource, token, FencingToken.parse(message.substring(at + STALE.length())));
    }

    private static FenceUnavailableException unavailable(String resource, RedisException e) {
        return new FenceUnavailableException("the fence of '" + resource + "' cannot be asked: " + e.getMessage(), e);
    }
}
