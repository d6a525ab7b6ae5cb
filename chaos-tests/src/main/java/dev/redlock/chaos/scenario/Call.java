package dev.redlock.chaos.scenario;

import dev.redlock.chaos.actor.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Something that a client was told to do. */
public final class Call {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A new process has to load all that a lock needs, on a machine that may be busy with other builds. */
    private static final Duration PATIENCE_WITH_BEGINNERS = Duration.ofMinutes(1);

    private static final Message DIED = Message.of(0, "unknown").with("detail", "the client has died");

    private final long id;
    private final String what;
    private final Duration patience;
    private final Consumer<String> say;
    private final CompletableFuture<Message> answer = new CompletableFuture<>();
    private final CompletableFuture<Message> halfway = new CompletableFuture<>();

    Call(Message order, Consumer<String> say) {
        this.id = order.id();
        this.what = order.line();
        this.patience = order.word().equals("open") ? PATIENCE_WITH_BEGINNERS : PATIENCE;
        this.say = say;
    }

    void hear(Message message) {
        if (message.word().equals("at")) {
            halfway.complete(message);
        } else {
            answer.complete(message);
            halfway.complete(message);
        }
    }

    void clientDied() {
        hear(DIED);
    }

    /** Waits for the answer. */
    public Message await() {
        return await(answer);
    }

    /** Waits until the client is at the point where it was told to wait, or is done without having come by there. */
    public Call reached() {
        await(halfway);
        return this;
    }

    /** Lets a client go on that waits at a point. */
    public Call goOn() {
        say.accept(Message.of(0, "go").with("of", id).line());
        return this;
    }

    public boolean isDone() {
        return answer.isDone();
    }

    public boolean ok() {
        return await().word().equals("ok");
    }

    public boolean failed() {
        return await().word().equals("fail");
    }

    public String detail() {
        return await().find("detail").orElse("");
    }

    public long token() {
        return await().number("token");
    }

    private Message await(CompletableFuture<Message> future) {
        try {
            return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ScriptException("no answer to: " + what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScriptException("interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
