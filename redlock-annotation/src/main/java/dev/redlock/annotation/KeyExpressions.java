package dev.redlock.annotation;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Understands what stands in <code>#{…}</code> of a lock name. */
@FunctionalInterface
public interface KeyExpressions {

    /** Understands none. */
    KeyExpressions NONE = (expression, method, parameters) -> {
        throw new IllegalArgumentException("an expression #{…} needs Spring; without it there is {parameter.property}");
    };

    /** A value of a call. */
    @FunctionalInterface
    interface Value {
        @Nullable
        Object of(@Nullable Object[] arguments);
    }

    /**
     * Reads an expression, when the application starts.
     *
     * @param parameters their names, in order
     * @throws IllegalArgumentException if it makes no sense for this method: says why
     */
    Value compile(String expression, Method method, List<String> parameters);
}
