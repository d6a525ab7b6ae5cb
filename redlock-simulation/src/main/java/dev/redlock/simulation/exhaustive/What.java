package dev.redlock.simulation.exhaustive;

import java.util.List;
import java.util.Locale;

/** What can happen next in a small world. */
enum What {
    STARTS(0),
    IS_SERVED(1),
    IS_SERVED_AFTER_THE_VOTE_HAS_ENDED(2),
    IS_SERVED_AND_WILL_BE_AGAIN(3),
    IS_SERVED_ONCE_MORE(4),
    IS_SERVED_ONCE_MORE_AFTER_THE_VOTE_HAS_ENDED(5),
    HEARS(6),
    IS_DISCONNECTED(7),
    TIMES_OUT(8),
    CRASHES(9),
    WIPE_OF(10),
    READMISSION_OF(11),
    ROTATION_OF(12);

    private static final List<What> ALL = List.of(values());

    private final int code;

    What(int code) {
        this.code = code;
    }

    /** A number that stands for it. */
    int code() {
        return code;
    }

    static What of(int code) {
        return ALL.get(code);
    }

    String inWords(char contender, int node) {
        String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
        boolean isOfContender = compareTo(WIPE_OF) < 0;
        boolean hasPlace = this != STARTS && this != TIMES_OUT && this != CRASHES;
        return (isOfContender ? contender + " " : "")
                + words
                + (hasPlace ? (isOfContender ? " at node " : " node ") + node : "");
    }
}
