package dev.redlock.node.lettuce;

import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Says in one line why a connection could not be made. */
final class Causes {
    private Causes() {}

    static String describe(@Nullable Throwable error) {
        Throwable cause = error;
        while (cause != null
                && cause.getCause() != null
                && (cause instanceof CompletionException
                        || cause.getClass().getName().startsWith("io.lettuce"))) {
            cause = cause.getCause();
        }
        if (cause instanceof TimeoutException) {
            return "no answer in time";
        }
        return cause == null || cause.getMessage() == null ? "cannot connect" : cause.getMessage();
    }
}
