package dev.redlock.fencing.process;

/** Where on its way from the lock to the release a holder can be. */
enum Point {
    NOWHERE(false, false),
    LOCKED(false, false),
    MARKED(true, false),
    BEFORE_THE_WRITE(true, false),
    WRITTEN(true, false),
    COMMITTED(true, true);

    private final boolean marked;
    private final boolean paid;

    Point(boolean marked, boolean paid) {
        this.marked = marked;
        this.paid = paid;
    }

    /** Whether others can see its token at the fence. */
    boolean isMarked() {
        return marked;
    }

    /** Whether others can see its payout. */
    boolean isPaid() {
        return paid;
    }
}
