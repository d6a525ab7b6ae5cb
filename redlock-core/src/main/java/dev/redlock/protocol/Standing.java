package dev.redlock.protocol;

import dev.redlock.time.Tick;

/** What a client makes of one node. Only an admitted node is asked for its vote. */
public sealed interface Standing {

    /** There is no connection. */
    record Unreachable(String cause) implements Standing {}

    /** It has no records, and too few nodes were seen to tell a new cluster from one that has lost its data. */
    record Undecided() implements Standing {}

    /** It may vote, once it has been told. */
    record Admissible() implements Standing {}

    record Admitted() implements Standing {}

    /** It may have forgotten votes that others still rely on. */
    record Quarantined(Tick until, String why) implements Standing {}

    /** Its quarantine is over, unless one of the other nodes, asked once more, knows of a longer ttl. */
    record Served() implements Standing {}

    /** It cannot take part until somebody changes the set-up. */
    record Refused(String why) implements Standing {}
}
