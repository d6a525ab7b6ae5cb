package dev.redlock.chaos.scenario;

import java.util.List;
import java.util.stream.IntStream;

/** The resources that scripts use. Each is a lock and the account that it protects. */
public final class Accounts {
    /** The one that most scripts fight for. */
    public static final String X = "x";

    /** Where many are needed. */
    public static final List<String> MANY =
            IntStream.range(0, 20).mapToObj(number -> "m" + number).toList();

    static final List<String> ALL = IntStream.rangeClosed(0, MANY.size())
            .mapToObj(at -> at == 0 ? X : MANY.get(at - 1))
            .toList();

    private Accounts() {}
}
