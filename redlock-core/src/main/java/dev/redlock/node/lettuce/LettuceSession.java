package dev.redlock.node.lettuce;

import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.time.Tick;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests on one connection. It is not repaired when it breaks: what follows is another session. */
final class LettuceSession implements Session {
    private static final Logger LOG = LoggerFactory.getLogger(LettuceSession.class);

    private final Wire wire;
    private final String address;
    private final RedisPubSubAsyncCommands<String, String> commands;
    private final LettuceSettings settings;
    private final Dialect dialect;
    private final Set<Script> toSendWhole = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile Tick lastProgress;

    private LettuceSession(Wire wire, String address, LettuceSettings settings) {
        this.wire = wire;
        this.address = address;
        this.commands = wire.commands();
        this.settings = settings;
        this.dialect = settings.dialect();
        this.lastProgress = settings.ticker().now();
    }

    /** @param onReleased told the name and the holder of every release that was subscribed to */
    static CompletableFuture<LettuceSession> connect(
            RedisURI uri, LettuceSettings settings, BiConsumer<String, String> onReleased) {
        Dialect dialect = settings.dialect();
        return Wire.connect(
                        settings.client(),
                        settings.loops(),
                        uri,
                        (channel, holder) -> onReleased.accept(dialect.nameOf(channel), holder))
                .thenApply(wire -> new LettuceSession(wire, NodeAddress.describe(uri), settings));
    }

    @Override
    public void send(NodeRequest request, Consumer<? super NodeReply> onReply) {
        if (request instanceof NodeRequest.ReadFacts) {
            readFacts()
                    .whenComplete((facts, error) ->
                            onReply.accept(facts == null ? failure(error) : new NodeReply.Facts(facts)));
        } else if (request instanceof NodeRequest.ListVotes) {
            listFrom("0", new ArrayList<>(), onReply);
        } else {
            Call call = dialect.call(request);
            run(
                    call,
                    (answer, error) -> onReply.accept(error == null ? decode(call.answer(), answer) : failure(error)));
        }
    }

    /** Loads the scripts, so that from the first request on only their names are sent, and looks at the server. */
    CompletableFuture<NodeFacts> prepare() {
        for (Script script : dialect.scripts()) {
            track(() -> commands.scriptLoad(script.source())).whenComplete((sha1, error) -> {
                if (error != null) {
                    toSendWhole.add(script);
                }
            });
        }
        return readInfo(this::warnOfEviction);
    }

    void subscribe(String name) {
        wire.subscribe(dialect.channel(name));
    }

    void unsubscribe(String name) {
        wire.unsubscribe(dialect.channel(name));
    }

    void ping() {
        track(commands::ping);
    }

    /** Whether requests are waiting and no answer has come for so long that the connection must be dead. */
    boolean isStalled(Duration limit) {
        return unanswered.get() > 0
                && lastProgress.plus(limit).isBefore(settings.ticker().now());
    }

    void onEnd(Runnable callback) {
        wire.onEnd(callback);
    }

    boolean hasEnded() {
        return !wire.isOpen();
    }

    CompletableFuture<Void> close() {
        return wire.close();
    }

    private void warnOfEviction(RedisInfo info) {
        if (settings.toleratesEviction()) {
            info.evictionRisk().ifPresent(risk -> LOG.warn("Node {} is tolerated, although {}.", address, risk));
        }
    }

    private CompletableFuture<NodeFacts> readFacts() {
        return readInfo(info -> {});
    }

    private CompletableFuture<NodeFacts> readInfo(Consumer<RedisInfo> look) {
        CompletableFuture<List<@Nullable String>> meta = track(
                        () -> commands.hmget(dialect.metaKey(), RedisInfo.META_FIELDS))
                .thenApply(LettuceSession::values);
        CompletableFuture<String> info = track(commands::info);
        return info.thenCombine(meta, (text, stored) -> {
            RedisInfo read = new RedisInfo(text, settings.toleratesEviction());
            look.accept(read);
            return read.facts(stored);
        });
    }

    private static List<@Nullable String> values(List<KeyValue<String, String>> pairs) {
        List<@Nullable String> values = new ArrayList<>(pairs.size());
        for (KeyValue<String, String> pair : pairs) {
            values.add(pair.hasValue() ? pair.getValue() : null);
        }
        return values;
    }

    private void listFrom(String cursor, List<NodeReply.Vote> votes, Consumer<? super NodeReply> onReply) {
        run(dialect.listFrom(cursor), (answer, error) -> {
            if (answer == null) {
                onReply.accept(failure(error));
            } else {
                dialect.page(answer, votes)
                        .ifPresentOrElse(
                                next -> listFrom(next, votes, onReply),
                                () -> onReply.accept(new NodeReply.Votes(votes)));
            }
        });
    }

    private void run(Call call, BiConsumer<? super @Nullable Object, ? super @Nullable Throwable> onAnswer) {
        Script script = call.script();
        boolean whole = toSendWhole.contains(script);
        String[] keys = call.keys();
        String[] arguments = call.arguments();
        track(
                () -> whole
                        ? commands.<Object>eval(script.source(), ScriptOutputType.OBJECT, keys, arguments)
                        : commands.<Object>evalsha(script.sha1(), ScriptOutputType.OBJECT, keys, arguments),
                (answer, error) -> {
                    if (error instanceof RedisNoScriptException) {
                        toSendWhole.add(script);
                    } else if (whole && error == null) {
                        toSendWhole.remove(script);
                    }
                    onAnswer.accept(answer, error);
                });
    }

    private static NodeReply decode(Function<Object, NodeReply> read, @Nullable Object answer) {
        try {
            return read.apply(Objects.requireNonNull(answer));
        } catch (ClassCastException | IndexOutOfBoundsException | NullPointerException e) {
            return new Failed(Cause.ERROR, "an answer that no script of ours gives: " + answer);
        }
    }

    private <T> CompletableFuture<T> track(Supplier<RedisFuture<T>> command) {
        CompletableFuture<T> answered = new CompletableFuture<>();
        track(command, (answer, error) -> {
            if (error != null) {
                answered.completeExceptionally(error);
            } else {
                answered.complete(answer);
            }
        });
        return answered;
    }

    /** Counts a command until it is answered, or until it is clear that it cannot be sent. */
    private <T> void track(
            Supplier<RedisFuture<T>> command, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> onAnswer) {
        if (unanswered.getAndIncrement() == 0) {
            lastProgress = settings.ticker().now();
        }
        try {
            wire.inOrder(() -> issue(command, onAnswer));
        } catch (RejectedExecutionException shutDown) {
            settle(onAnswer, null, new NotSentException());
        }
    }

    /** Sends a command if there is a connection to send it on. */
    private <T> void issue(
            Supplier<RedisFuture<T>> command, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> onAnswer) {
        if (!wire.isOpen()) {
            settle(onAnswer, null, new NotSentException());
            return;
        }
        RedisFuture<T> sent;
        try {
            sent = command.get();
        } catch (RedisException rejected) {
            settle(onAnswer, null, new NotSentException());
            return;
        }
        sent.whenComplete((answer, error) -> settle(onAnswer, answer, error));
    }

    private <T> void settle(
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> onAnswer,
            @Nullable T answer,
            @Nullable Throwable error) {
        lastProgress = settings.ticker().now();
        unanswered.decrementAndGet();
        onAnswer.accept(answer, error);
    }

    private static Failed failure(@Nullable Throwable wrapped) {
        Throwable error = unwrapped(wrapped);
        if (error instanceof NotSentException) {
            return new Failed(Cause.NOT_CONNECTED, "not connected");
        } else if (error instanceof RedisNoScriptException) {
            return new Failed(Cause.SCRIPT_MISSING, "its scripts were flushed");
        } else if (error instanceof RedisCommandExecutionException) {
            return new Failed(Cause.ERROR, Causes.withoutLuaTrace(String.valueOf(error.getMessage())));
        }
        return new Failed(Cause.DISCONNECTED, "the connection was lost");
    }

    /** A stage that depends on another one is told of its failure in a wrapping. */
    private static @Nullable Throwable unwrapped(@Nullable Throwable error) {
        return error instanceof CompletionException ? error.getCause() : error;
    }

    /** The command did not leave this process. */
    private static final class NotSentException extends RuntimeException {
        private NotSentException() {
            super("not connected", null, false, false);
        }
    }
}
