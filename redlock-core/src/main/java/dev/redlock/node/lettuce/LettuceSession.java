package dev.redlock.node.lettuce;

import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.lettuce.Outbox.Letter;
import dev.redlock.node.lettuce.ScriptCommand.RefusalException;
import dev.redlock.time.Tick;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests on one connection. It is not repaired when it breaks: what follows is another session. */
final class LettuceSession implements Session {
    static final Failed NOT_SENT = new Failed(Cause.NOT_CONNECTED, "not connected");

    private static final Logger LOG = LoggerFactory.getLogger(LettuceSession.class);

    private final Wire wire;
    private final String address;
    private final RedisAsyncCommands<String, String> commands;
    private final LettuceSettings settings;
    private final Dialect dialect;
    private final Outbox outbox;
    private final BiConsumer<ScriptCommand, @Nullable Throwable> onAnswer = this::onAnswer;
    private final Set<Script> toSendWhole = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unanswered = new AtomicInteger();

    /** The nanoseconds of a tick: an object for every command and every answer is too much for what is read once in a while. */
    private volatile long lastProgress;

    private LettuceSession(Wire wire, String address, LettuceSettings settings) {
        this.wire = wire;
        this.address = address;
        this.commands = wire.commands();
        this.settings = settings;
        this.dialect = settings.dialect();
        this.outbox = new Outbox(wire::execute, this::send, settings.ticker(), settings.timers());
        this.lastProgress = settings.ticker().now().nanos();
    }

    /** @param onReleased told the name and the holder of every release that was subscribed to */
    static CompletableFuture<LettuceSession> connect(
            RedisURI uri, LettuceSettings settings, BiConsumer<String, String> onReleased) {
        Dialect dialect = settings.dialect();
        return Wire.connect(
                        settings.client(),
                        settings.channels(),
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
            list(new Dialect.Listing(), onReply);
        } else {
            put(new Letter(dialect.call(request), onReply));
        }
    }

    private void put(Letter letter) {
        if (wire.isOpen()) {
            outbox.put(letter);
        } else {
            letter.onReply().accept(NOT_SENT);
        }
    }

    /** Loads the scripts, so that from the first request on only their names are sent, and looks at the server. */
    CompletableFuture<NodeFacts> prepare() {
        for (Script script : dialect.scripts()) {
            ask(() -> commands.scriptLoad(script.source())).whenComplete((sha1, error) -> {
                if (error != null) {
                    toSendWhole.add(script);
                }
            });
        }
        return readInfo(this::warnOfEviction);
    }

    void subscribe(String name) {
        outbox.run(() -> wire.subscribe(dialect.channel(name)), () -> {});
    }

    void unsubscribe(String name) {
        outbox.run(() -> wire.unsubscribe(dialect.channel(name)), () -> {});
    }

    void ping() {
        ask(commands::ping);
    }

    /** Whether requests are waiting and no answer has come for so long that the connection must be dead. */
    boolean isStalled(Duration limit) {
        return unanswered.get() > 0
                && new Tick(lastProgress).plus(limit).isBefore(settings.ticker().now());
    }

    void onEnd(Runnable callback) {
        wire.onEnd(callback);
    }

    boolean hasEnded() {
        return !wire.isOpen();
    }

    /** Sends what waits to be sent, so that no vote is left whose release was under way here. */
    CompletableFuture<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        try {
            wire.execute(() -> {
                outbox.sendAll();
                wire.close().thenAccept(closed::complete);
            });
        } catch (RejectedExecutionException ended) {
            return wire.close();
        }
        return closed;
    }

    /** For tests: runs it where what it sends cannot leave before it has ended. */
    void onWriter(Runnable task) {
        wire.execute(task);
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
        CompletableFuture<List<@Nullable String>> records = ask(() ->
                        commands.hmget(dialect.recordsKey(), RedisInfo.RECORD_FIELDS))
                .thenApply(LettuceSession::values);
        CompletableFuture<String> info = ask(commands::info);
        return info.thenCombine(records, (text, stored) -> {
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

    private void list(Dialect.Listing listing, Consumer<? super NodeReply> onReply) {
        put(new Letter(dialect.nextPage(listing), reply -> {
            if (reply instanceof Failed || listing.isComplete()) {
                onReply.accept(reply);
            } else {
                list(listing, onReply);
            }
        }));
    }

    /** Sends one call, or several in a batch. On Netty's thread, as all that the outbox does. */
    private void send(List<Letter> letters) {
        if (!wire.isOpen()) {
            letters.forEach(letter -> letter.onReply().accept(NOT_SENT));
            outbox.onAnswered();
            return;
        }
        Script script =
                letters.size() > 1 ? dialect.batch() : letters.get(0).call().script();
        begin();
        ScriptCommand command = new ScriptCommand(script, toSendWhole.contains(script), letters, onAnswer);
        try {
            wire.write(command);
        } catch (RuntimeException refused) {
            command.completeExceptionally(refused);
        }
    }

    private void onAnswer(ScriptCommand command, @Nullable Throwable error) {
        end();
        if (error == null) {
            if (command.isWhole()) {
                toSendWhole.remove(command.script());
            }
            command.deliver();
        } else {
            if (isForLackOfScript(error)) {
                toSendWhole.add(command.script());
            }
            command.deliver(failure(error));
        }
        outbox.onAnswered();
    }

    private static boolean isForLackOfScript(@Nullable Throwable error) {
        return error instanceof RefusalException refusal && refusal.isForLackOfScript();
    }

    /** Sends a command that is no script. */
    private <T> CompletableFuture<T> ask(Supplier<RedisFuture<T>> command) {
        CompletableFuture<T> answered = new CompletableFuture<>();
        Runnable refuse = () -> answered.completeExceptionally(new NotSentException());
        if (!wire.isOpen()) {
            refuse.run();
            return answered;
        }
        outbox.run(
                () -> {
                    if (!wire.isOpen()) {
                        refuse.run();
                        return;
                    }
                    begin();
                    RedisFuture<T> sent;
                    try {
                        sent = command.get();
                    } catch (RedisException rejected) {
                        end();
                        refuse.run();
                        return;
                    }
                    sent.whenComplete((answer, error) -> {
                        end();
                        if (error != null) {
                            answered.completeExceptionally(error);
                        } else {
                            answered.complete(answer);
                        }
                    });
                },
                refuse);
        return answered;
    }

    private void begin() {
        if (unanswered.getAndIncrement() == 0) {
            lastProgress = settings.ticker().now().nanos();
        }
    }

    private void end() {
        lastProgress = settings.ticker().now().nanos();
        unanswered.decrementAndGet();
    }

    private static Failed failure(@Nullable Throwable wrapped) {
        Throwable error = unwrapped(wrapped);
        if (error instanceof NotSentException) {
            return NOT_SENT;
        } else if (isForLackOfScript(error)) {
            return new Failed(Cause.SCRIPT_MISSING, "its scripts were flushed");
        } else if (error instanceof RefusalException || error instanceof RedisCommandExecutionException) {
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
