package dev.redlock.chaos.rig;

import dev.redlock.chaos.history.Vote;
import dev.redlock.node.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who has the votes of one node, from what its scripts do to them. Knows how votes of our lock are stored and nothing of how
 * they are won: whatever the scripts decide, this is what came of it.
 */
final class VoteBook {
    private static final String KEYS = "redlock:";
    private static final String RECORDS = "redlock.records";

    private final String node;
    private final NodeClock clock;
    private final Map<String, Open> open = new HashMap<>();
    private final List<Vote> closed = new ArrayList<>();
    private @Nullable MonitorLine asked;

    VoteBook(String node, NodeClock clock) {
        this.node = node;
        this.clock = clock;
    }

    /** A vote that somebody has. When it ends depends on what comes, and on what the clock of the node does until then. */
    private final class Open {
        private final String holder;
        private final long from;
        private long token;
        private long ttlFrom;
        private long ttl;

        Open(String holder, long from, String millis) {
            this.holder = holder;
            this.from = from;
            last(from, millis);
        }

        private void last(long since, String millis) {
            ttlFrom = since;
            ttl = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
        }

        private long deadline() {
            return clock.whenPassed(ttlFrom, ttl);
        }
    }

    void accept(MonitorLine line, long heardAt) {
        MonitorLine before = asked;
        asked = null;
        if (line.is("FLUSHALL")) {
            long at = at(line, heardAt);
            List.copyOf(open.keySet()).forEach(name -> forget(name, at));
        } else if (line.is("HSET") && line.byScript() && line.word(1).equals(RECORDS)) {
            if (before != null && before.word(1).equals(KEYS + line.word(2))) {
                change(before, line.word(2), at(before, heardAt));
            }
            Open vote = open.get(line.word(2));
            if (vote != null) {
                vote.token = Long.parseLong(line.word(3));
            }
        } else if (line.is("SET") && line.byScript() && line.word(5).equals("NX")) {
            // Nobody is told whether it was free. Only if it was, the script goes on to note the token.
            asked = line;
        } else if (line.word(1).startsWith(KEYS)) {
            change(line, line.word(1).substring(KEYS.length()), at(line, heardAt));
        }
    }

    private long at(MonitorLine line, long heardAt) {
        return clock.whenItShowed(line.micros(), heardAt);
    }

    private void change(MonitorLine line, String name, long at) {
        if (line.is("SET") && line.byScript() && Claim.isKept(line.word(2))) {
            // The node refuses it to others for a moment, and nobody has it.
            end(name, at);
        } else if (line.is("SET") && line.byScript()) {
            begin(name, holder(line.word(2)), at, line.word(4));
        } else if (line.is("PEXPIRE")) {
            extend(name, at, line.word(2));
        } else if (line.is("DEL") && line.byScript()) {
            end(name, at);
        } else if (line.is("DEL")) {
            forget(name, at);
        }
    }

    private static String holder(String vote) {
        int tab = vote.indexOf('\t');
        return tab < 0 ? vote : vote.substring(0, tab);
    }

    private void begin(String name, String holder, long at, String ttl) {
        end(name, at);
        open.put(name, new Open(holder, at, ttl));
    }

    /** One that has ended by its ttl and is there again was ended for as long; one that nobody saw begin is anybody's. */
    private void extend(String name, long at, String ttl) {
        Open vote = open.get(name);
        if (vote == null || vote.deadline() < at) {
            end(name, at);
            open.put(name, new Open(vote == null ? Vote.UNSEEN : vote.holder, at, ttl));
        } else {
            vote.last(at, ttl);
        }
    }

    private void end(String name, long at) {
        close(name, at, false);
    }

    /** It is gone and should not be. */
    private void forget(String name, long at) {
        close(name, at, true);
    }

    private void close(String name, long at, boolean forgotten) {
        Open vote = open.remove(name);
        if (vote != null) {
            long deadline = vote.deadline();
            long until = Math.max(vote.from, Math.min(at, deadline));
            long promised = forgotten ? Math.max(until, deadline) : until;
            closed.add(new Vote(node, name, vote.holder, vote.token, vote.from, until, promised));
        }
    }

    /** The node could not be heard meanwhile; who got a vote then may have had it for another ttl. */
    void gap(long from, long until, Duration ttl) {
        List.copyOf(open.keySet()).forEach(name -> forget(name, from));
        closed.add(Vote.unseen(node, from, until + ttl.toNanos()));
    }

    /** All votes so far; those that nobody has ended yet end with their ttl. */
    List<Vote> votes() {
        List.copyOf(open.keySet()).forEach(name -> end(name, Long.MAX_VALUE));
        return List.copyOf(closed);
    }

    void clear() {
        open.clear();
        closed.clear();
    }
}
