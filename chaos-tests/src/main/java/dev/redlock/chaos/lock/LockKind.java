package dev.redlock.chaos.lock;

/** The locks of the comparison. */
public enum LockKind {
    REDLOCK("Redlock for Java", true) {
        @Override
        public LockUnderTest open(LockSpec spec) {
            return PatchedClasses.open(spec);
        }
    },
    /** One node, with a lease time, as its manual shows. */
    REDISSON_LOCK("Redisson RLock", false) {
        @Override
        public LockUnderTest open(LockSpec spec) {
            return RedissonUnderTest.lock(spec);
        }
    },
    /** One node with tokens. */
    REDISSON_FENCED("Redisson RFencedLock", true) {
        @Override
        public LockUnderTest open(LockSpec spec) {
            return RedissonUnderTest.fenced(spec);
        }
    },
    /** A master and its replica, which confirms every change ({@code WAIT}). */
    REDISSON_REPLICATED("Redisson RLock with WAIT", false) {
        @Override
        public LockUnderTest open(LockSpec spec) {
            return RedissonUnderTest.replicated(spec);
        }
    },
    /** A majority of independent nodes. */
    REDISSON_REDLOCK("RedissonRedLock", false) {
        @Override
        public LockUnderTest open(LockSpec spec) {
            return new RedissonRedLockUnderTest(spec);
        }
    },
    /** What the ledger alone can prevent. */
    NONE("no lock", false) {
        @Override
        public LockUnderTest open(LockSpec spec) {
            return new NoLock();
        }
    };

    private final String title;
    private final boolean hasTokens;

    LockKind(String title, boolean hasTokens) {
        this.title = title;
        this.hasTokens = hasTokens;
    }

    public String title() {
        return title;
    }

    public boolean hasTokens() {
        return hasTokens;
    }

    public abstract LockUnderTest open(LockSpec spec);
}
