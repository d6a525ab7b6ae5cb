package dev.redlock.fencing.guard;

import java.util.function.Function;

/** Results as text, because that is how they are kept for a repeated request. */
public interface ResultCodec<R> {
    String encode(R result);

    /** Reads what {@link #encode} wrote, perhaps in an older release of the application. */
    R decode(String text);

    /** Texts as they are. */
    static ResultCodec<String> text() {
        return of(Function.identity(), Function.identity());
    }

    static <R> ResultCodec<R> of(Function<R, String> encode, Function<String, R> decode) {
        return new ResultCodec<>() {
            @Override
            public String encode(R result) {
                return encode.apply(result);
            }

            @Override
            public R decode(String text) {
                return decode.apply(text);
            }
        };
    }
}
