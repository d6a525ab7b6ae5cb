package dev.redlock.node.lettuce;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.lettuce.Outbox.Letter;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A script call on its way, or several in a batch. Lettuce's own command makes a list of objects out of its words for each
 * node, and a future with several stages for each answer; a lock asks every node twice, and both can be spared.
 */
final class ScriptCommand extends Command<String, String, @Nullable Object> {
    private final Script script;
    private final boolean whole;
    private final List<Letter> letters;
    private final BiConsumer<ScriptCommand, @Nullable Throwable> onAnswer;
    private boolean answered;

    /**
     * @param whole whether to send the script itself and not only its name
     * @param onAnswer called once, with what went wrong, if something did; who is called has to pass the answer on
     */
    ScriptCommand(
            Script script,
            boolean whole,
            List<Letter> letters,
            BiConsumer<ScriptCommand, @Nullable Throwable> onAnswer) {
        super(CommandType.EVALSHA, new Answer());
        this.script = script;
        this.whole = whole;
        this.letters = letters;
        this.onAnswer = onAnswer;
    }

    Script script() {
        return script;
    }

    boolean isWhole() {
        return whole;
    }

    /** Passes the answer of the server on, to each its own. */
    void deliver() {
        Object answer = output.get();
        if (letters.size() == 1) {
            deliver(letters.get(0), answer);
            return;
        }
        List<?> answers = answer instanceof List<?> list ? list : List.of();
        for (int index = 0; index < letters.size(); index++) {
            Letter letter = letters.get(index);
            Object own = index < answers.size() ? answers.get(index) : null;
            if (own instanceof String error) {
                letter.onReply().accept(new Failed(Cause.ERROR, Causes.withoutLuaTrace(error)));
            } else {
                deliver(letter, own);
            }
        }
    }

    /** Tells all who wait that there is no answer. */
    void deliver(Failed failed) {
        letters.forEach(letter -> letter.onReply().accept(failed));
    }

    private static void deliver(Letter letter, @Nullable Object answer) {
        NodeReply reply;
        try {
            reply = letter.call().answer().apply(Objects.requireNonNull(answer));
        } catch (ClassCastException | IndexOutOfBoundsException | NullPointerException e) {
            reply = new Failed(Cause.ERROR, "an answer that no script of ours gives: " + answer);
        }
        letter.onReply().accept(reply);
    }

    @Override
    public void encode(ByteBuf buffer) {
        Dialect.write(buffer, script, whole, letters);
    }

    @Override
    public void complete() {
        super.complete();
        end(output.hasError() ? new RefusalException(output.getError()) : null);
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
        super.completeExceptionally(error);
        return end(error);
    }

    @Override
    public void cancel() {
        super.cancel();
        end(new IllegalStateException("cancelled"));
    }

    private boolean end(@Nullable Throwable error) {
        synchronized (this) {
            if (answered) {
                return false;
            }
            answered = true;
        }
        onAnswer.accept(this, error);
        return true;
    }

    /** The server has answered with an error. */
    static final class RefusalException extends RuntimeException {
        private RefusalException(String message) {
            super(message, null, false, false);
        }

        /** Whether the server does not know the script, and so has done nothing. */
        boolean isForLackOfScript() {
            return Optional.ofNullable(getMessage()).orElse("").startsWith("NOSCRIPT");
        }
    }
}
