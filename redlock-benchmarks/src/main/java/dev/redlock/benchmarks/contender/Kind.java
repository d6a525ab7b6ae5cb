package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.stream.Stream;

/** Who takes part, each with the settings that suit it best. */
public enum Kind {
    RAW("raw limit", true),
    OURS("Redlock for Java", true),
    EARLIER("Redlock for Java, earlier build", true),
    REDISSON_REDLOCK("RedissonRedLock", true),
    REDISSON_LOCK("Redisson RLock", false),
    REDISSON_FENCED("Redisson RFencedLock", false),
    SPRING("Spring RedisLockRegistry", false);

    /** Those that lock on a majority of nodes. */
    public static final List<Kind> OF_QUORUM = present(RAW, OURS, EARLIER, REDISSON_REDLOCK);

    /** Those that lock on one node. */
    public static final List<Kind> OF_ONE = present(RAW, OURS, EARLIER, REDISSON_LOCK, REDISSON_FENCED, SPRING);

    private final String label;
    private final boolean takesQuorum;

    Kind(String label, boolean takesQuorum) {
        this.label = label;
        this.takesQuorum = takesQuorum;
    }

    private static List<Kind> present(Kind... kinds) {
        return Stream.of(kinds).filter(Kind::isPresent).toList();
    }

    /** An earlier build takes part only if there is one. */
    private boolean isPresent() {
        return this != EARLIER || Earlier.isThere();
    }

    public String label() {
        return label;
    }

    public boolean takesQuorum() {
        return takesQuorum;
    }

    public Contender open(List<String> uris) {
        return switch (this) {
            case RAW -> new RawLimit(uris);
            case OURS -> new Ours(uris);
            case EARLIER -> Earlier.open(uris);
            case REDISSON_REDLOCK -> new RedissonQuorum(uris);
            case REDISSON_LOCK -> new RedissonSingle(uris.get(0), false);
            case REDISSON_FENCED -> new RedissonSingle(uris.get(0), true);
            case SPRING -> new SpringRegistry(uris.get(0));
        };
    }
}
