package dev.redlock.node;

import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Admit;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.ForceRelease;
import dev.redlock.node.NodeRequest.Inspect;
import dev.redlock.node.NodeRequest.ListVotes;
import dev.redlock.node.NodeRequest.Raise;
import dev.redlock.node.NodeRequest.ReadFacts;
import dev.redlock.node.NodeRequest.Release;
import dev.redlock.node.NodeRequest.Rotate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Requests of a few holders about a few names, so that they get into each other's way all the time. */
final class RandomRequests {
    /** Stands for the process that runs now, which has another id on each of the nodes compared. */
    static final String PRESENT_PROCESS = "present";

    static final long LARGEST_TOKEN = (1L << 53) - 1;
    private static final List<String> HOLDERS = List.of("anna", "bert", "carl", "dora");
    private static final List<String> NAMES = List.of("a", "b*", "c d", "{e}", "ü");
    private static final List<Duration> TTLS =
            List.of(Duration.ofMinutes(2), Duration.ofMinutes(20), Duration.ofHours(2));

    private final Random random;
    private final boolean withLines;

    /** @param withLines whether clients wait in line; with tickets that nobody watches, because what is kept is soon over */
    RandomRequests(Random random, boolean withLines) {
        this.random = random;
        this.withLines = withLines;
    }

    /** @param high about where the tokens are now */
    NodeRequest next(long high) {
        int dice = random.nextInt(1000);
        if (dice < 10 && withLines) {
            return new NodeRequest.LeaveLine(claim().names(), ticket());
        } else if (dice < 400) {
            return new Acquire(claim(), ttl(), proposal(high), place());
        } else if (dice < 560) {
            return new Release(claim());
        } else if (dice < 700) {
            return new Extend(claim(), ttl(), token(high), random.nextBoolean());
        } else if (dice < 830) {
            return new Raise(claim(), random.nextBoolean() ? high : token(high), token(high));
        } else if (dice < 870) {
            return new ForceRelease(name());
        } else if (dice < 920) {
            return new Inspect(name());
        } else if (dice < 950) {
            return new ListVotes();
        } else if (dice < 970) {
            return new ReadFacts();
        } else if (dice < 985) {
            return new Rotate(random.nextBoolean() ? Duration.ZERO : Duration.ofDays(1));
        }
        Optional<String> recorded = random.nextInt(4) == 0 ? Optional.empty() : Optional.of(process());
        return new Admit(recorded, new NodeFacts.Admission(process(), 3, token(high), maxTtl()));
    }

    /** Lets the present process vote, whatever was there before, if there are no records. */
    Admit admission() {
        return new Admit(Optional.empty(), new NodeFacts.Admission(PRESENT_PROCESS, 3, 0, NodeProbe.MAX_TTL));
    }

    private Optional<NodeRequest.Place> place() {
        return withLines && random.nextInt(3) == 0
                ? Optional.of(new NodeRequest.Place(ticket(), random.nextBoolean()))
                : Optional.empty();
    }

    private String ticket() {
        return Claims.holderId("ticket " + random.nextInt(3));
    }

    private String process() {
        return random.nextInt(4) == 0 ? "process " + random.nextInt(3) : PRESENT_PROCESS;
    }

    private Duration maxTtl() {
        return Duration.ofSeconds(random.nextInt(100));
    }

    Claim claim() {
        return claim(HOLDERS.get(random.nextInt(HOLDERS.size())));
    }

    Claim claim(String holder) {
        List<String> names = new ArrayList<>(NAMES);
        while (names.size() > 1 && random.nextInt(4) > 0) {
            names.remove(random.nextInt(names.size()));
        }
        return Claims.of(holder, names);
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private Duration ttl() {
        return TTLS.get(random.nextInt(TTLS.size()));
    }

    private long proposal(long high) {
        int dice = random.nextInt(500);
        if (dice == 0) {
            return LARGEST_TOKEN - 2 + random.nextInt(5);
        }
        return dice < 100 ? 0 : high - 5 + random.nextInt(10);
    }

    private long token(long high) {
        return Math.min(LARGEST_TOKEN, high - 10 + random.nextInt(20));
    }
}
