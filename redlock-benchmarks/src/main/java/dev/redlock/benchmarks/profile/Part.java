package dev.redlock.benchmarks.profile;

/** Who uses the processors. */
enum Part {
    CALLERS("callers"),
    EVENT_LOOP("event loop"),
    TIMER("timer"),
    JIT("JIT compiler"),
    GC("garbage collector, safepoints"),
    REST("rest of the JVM, and the recording"),
    NODES("all Redis nodes");

    private final String label;

    Part(String label) {
        this.label = label;
    }

    /** Whether system calls are worth a figure of their own: the others hardly make any. */
    boolean makesSystemCalls() {
        return this == CALLERS || this == EVENT_LOOP || this == NODES;
    }

    String label() {
        return label;
    }

    /**
     * To whom a thread belongs, by its name. Callers are not known by name: they end with the work, and say themselves what
     * they have used.
     *
     * @param name as the JVM or the system has it; the latter keeps the first 15 characters
     */
    static Part ofThread(String name) {
        if (name.startsWith("lettuce")) {
            return EVENT_LOOP;
        } else if (name.startsWith("redlock-timer")) {
            return TIMER;
        } else if (name.startsWith("C1 ") || name.startsWith("C2 ") || name.startsWith("Sweeper")) {
            return JIT;
        } else if (name.startsWith("GC ") || name.startsWith("G1 ") || name.startsWith("VM Thread")) {
            return GC;
        }
        return REST;
    }
}
