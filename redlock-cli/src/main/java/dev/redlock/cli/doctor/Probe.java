package dev.redlock.cli.doctor;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Asks one server, on connections of its own. Writes nothing but a key that it deletes at once and that ends by itself. */
final class Probe {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int PINGS = 5;

    private final RedisClient client;
    private final String prefix;

    Probe(RedisClient client, String prefix) {
        this.client = client;
        this.prefix = prefix;
    }

    Examination examine(RedisURI uri, String address, String standing) {
        uri.setTimeout(TIMEOUT);
        try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
            RedisCommands<String, String> commands = connection.sync();
            Map<String, String> info = info(commands);
            Duration roundTrip = roundTrip(commands);
            Optional<Duration> ahead = ahead(commands);
            boolean mayWrite = info.getOrDefault("role", "").equals("master");
            List<String> denied = mayWrite ? denied(commands, uri) : List.of();
            return new Examination(address, Optional.empty(), info, roundTrip, ahead, denied, standing);
        } catch (RedisException e) {
            return Examination.unreachable(address, cause(e), standing);
        }
    }

    private static Map<String, String> info(RedisCommands<String, String> commands) {
        Map<String, String> fields = new HashMap<>();
        for (String line : commands.info().split("\r?\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return fields;
    }

    private static Duration roundTrip(RedisCommands<String, String> commands) {
        List<Duration> times = new ArrayList<>();
        for (int ping = 0; ping < PINGS; ping++) {
            long start = System.nanoTime();
            commands.ping();
            times.add(Duration.ofNanos(System.nanoTime() - start));
        }
        return times.stream().sorted().toList().get(PINGS / 2);
    }

    /** The node read its clock at some moment of the round trip; the middle is the best guess. */
    private static Optional<Duration> ahead(RedisCommands<String, String> commands) {
        try {
            long before = System.currentTimeMillis();
            List<String> time = commands.time();
            long after = System.currentTimeMillis();
            long there = Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
            return Optional.of(Duration.ofMillis(there - (before + after) / 2));
        } catch (RedisCommandExecutionException notAllowed) {
            return Optional.empty();
        }
    }

    /** Does everything that the scripts of the lock do, on keys of its own, and everything around them. */
    private List<String> denied(RedisCommands<String, String> commands, RedisURI uri) {
        List<String> denied = new ArrayList<>();
        String own = "doctor-" + UUID.randomUUID();
        String[] keys = {prefix + ":" + own, prefix + "." + own};
        try {
            List<Object> refused = commands.eval(script(), ScriptOutputType.MULTI, keys);
            refused.forEach(line -> denied.add(String.valueOf(line)));
            String sha = commands.scriptLoad("return 1");
            commands.evalsha(sha, ScriptOutputType.INTEGER);
        } catch (RedisCommandExecutionException e) {
            denied.add("scripts: " + e.getMessage());
        }
        try (StatefulRedisPubSubConnection<String, String> connection = client.connectPubSub(uri)) {
            connection.sync().subscribe(keys[0]);
        } catch (RedisException e) {
            denied.add("SUBSCRIBE: " + cause(e));
        }
        return denied;
    }

    private static String script() {
        try (InputStream in = Probe.class.getResourceAsStream("permissions.lua")) {
            if (in == null) {
                throw new IllegalStateException("permissions.lua is missing from this jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The innermost one says most; none of them holds the password. */
    private static String cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
