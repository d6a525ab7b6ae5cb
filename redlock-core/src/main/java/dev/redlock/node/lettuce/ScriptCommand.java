package dev.redlock.node.lettuce;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A script call on its way. Lettuce's own command makes a list of objects out of its words for each node, and a future with
 * several stages for each answer; a lock asks every node twice, and both can be spared.
 */
final class ScriptCommand extends Command<String, String, @Nullable Object> {
    private final Consumer<ByteBuf> words;
    private final BiConsumer<? super @Nullable Object, ? super @Nullable Throwable> onAnswer;
    private boolean answered;

    /**
     * @param words writes the whole command
     * @param onAnswer called once, with the answer or with what went wrong
     */
    ScriptCommand(Consumer<ByteBuf> words, BiConsumer<? super @Nullable Object, ? super @Nullable Throwable> onAnswer) {
        super(CommandType.EVALSHA, new Answer());
        this.words = words;
        this.onAnswer = onAnswer;
    }

    @Override
    public void encode(ByteBuf buffer) {
        words.accept(buffer);
    }

    @Override
    public void complete() {
        super.complete();
        if (output.hasError()) {
            answer(null, new RefusalException(output.getError()));
        } else {
            answer(output.get(), null);
        }
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
        super.completeExceptionally(error);
        return answer(null, error);
    }

    @Override
    public void cancel() {
        super.cancel();
        answer(null, new IllegalStateException("cancelled"));
    }

    private boolean answer(@Nullable Object answer, @Nullable Throwable error) {
        synchronized (this) {
            if (answered) {
                return false;
            }
            answered = true;
        }
        onAnswer.accept(answer, error);
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
