package dev.redlock.node.memory;

import dev.redlock.node.Claim;
import dev.redlock.node.NodeFacts;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Admitted;
import dev.redlock.node.NodeReply.Confirmed;
import dev.redlock.node.NodeReply.Denied;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.Healed;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeReply.Votes;
import dev.redlock.node.NodeRequest;
import dev.redlock.time.Tick;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one node remembers, and the scripts on it, with the clock as an argument. Not safe for several threads. */
final class MemoryStore {
    /** Lua numbers are doubles: beyond this they are no longer exact, so the real node stops here, too. */
    private static final long LARGEST_TOKEN = (1L << 53) - 1;

    /** For as long as the real node does. */
    private static final Duration KEPT_FOR = Duration.ofMillis(100);

    private final Map<String, Stored> votes = new TreeMap<>();
    private final Map<String, Stored> revoked = new TreeMap<>();
    private final Map<String, Long> tokens = new TreeMap<>();
    private final Map<String, Set<String>> lines = new TreeMap<>();
    private @Nullable Meta meta;
    private @Nullable String mark;

    /** Passes a message on to whoever watches, and says how many that are. */
    interface Publisher {
        int publish(String channel, String message);
    }

    /** A vote, or what is kept for a ticket: as in the scripts, what follows the id says which. */
    private record Stored(String vote, Tick expiresAt) {
        private static Stored keptFor(String ticket, Tick until) {
            return new Stored(Claim.keptFor(ticket), until);
        }

        private boolean isKept() {
            return Claim.isKept(vote);
        }
    }

    private record Meta(String runId, int nodes, long floor, long high, long rotatedMicros, Duration maxTtl) {}

    NodeReply acquire(NodeRequest.Acquire request, Tick now) {
        if (meta == null) {
            return forgotten();
        }
        Claim claim = request.claim();
        boolean allOurs = true;
        long value = request.proposal();
        long current = 0;
        for (String name : claim.names()) {
            Stored stored = stored(name, now);
            if (stored != null && isKeptFor(request.place(), stored)) {
                stored = null;
            }
            if (stored != null && !stored.vote().startsWith(claim.holder())) {
                noteThatWanted(name);
                int waiting = join(name, request.place());
                String vote = Claim.asGiven(stored.vote());
                return new Denied(left(stored, now), vote, last(name, meta), waiting);
            }
            allOurs &= stored != null;
            current = Math.max(current, last(name, meta));
            value = Math.max(value, last(name, meta) + 1);
        }
        if (allOurs) {
            return new Granted(current);
        }
        if (value > LARGEST_TOKEN) {
            return new Failed(Cause.ERROR, "the tokens of this node are used up");
        }
        put(claim, request.ttl(), now);
        remember(claim, value, meta);
        request.place().ifPresent(place -> noteWhoWaits(claim, place.ticket()));
        return new Granted(value);
    }

    NodeReply raise(NodeRequest.Raise request, Tick now) {
        if (meta == null) {
            return forgotten();
        }
        boolean isLatest = true;
        for (String name : request.claim().names()) {
            isLatest &= last(name, meta) == request.granted();
        }
        if (!isLatest || !holdsAll(request.claim(), now)) {
            return new NotHeld();
        }
        remember(request.claim(), request.token(), meta);
        return new Confirmed();
    }

    NodeReply extend(NodeRequest.Extend request, Tick now) {
        if (meta == null) {
            return forgotten();
        }
        Claim claim = request.claim();
        if (holdsAll(claim, now)) {
            prolong(claim, request.ttl(), now);
            return new Confirmed();
        }
        if (!request.heal() || holdsForeign(claim, now) || wasRevoked(claim, now)) {
            return new NotHeld();
        }
        prolong(claim, request.ttl(), now);
        remember(claim, request.token(), meta);
        return new Healed();
    }

    NodeReply release(Claim claim, Tick now, Publisher publisher) {
        Found found = Found.OWN;
        for (String name : claim.names()) {
            Stored stored = vote(name, now);
            if (stored == null) {
                found = found == Found.FOREIGN ? found : Found.EXPIRED;
            } else if (stored.vote().startsWith(claim.holder())) {
                votes.remove(name);
                if (Claim.isWanted(stored.vote())) {
                    handOn(name, claim.holder(), now, publisher);
                }
            } else {
                found = Found.FOREIGN;
            }
        }
        return new Freed(found);
    }

    NodeReply leaveLine(NodeRequest.LeaveLine request, Tick now, Publisher publisher) {
        for (String name : request.names()) {
            leaveLine(name, request.ticket());
            Stored stored = stored(name, now);
            if (stored != null && stored.isKept() && stored.vote().startsWith(request.ticket())) {
                votes.remove(name);
                handOn(name, "", now, publisher);
            }
        }
        return new Confirmed();
    }

    Seen forceRelease(String name, Tick now, Publisher publisher) {
        Seen seen = inspect(name, now);
        if (seen.vote().isPresent()) {
            revoked.put(name, Objects.requireNonNull(votes.remove(name)));
            handOn(name, "", now, publisher);
        }
        return seen;
    }

    private void handOn(String name, String holder, Tick now, Publisher publisher) {
        for (String ticket : List.copyOf(lines.getOrDefault(name, Set.of()))) {
            leaveLine(name, ticket);
            if (publisher.publish(ticket, name) > 0) {
                votes.put(name, Stored.keptFor(ticket, now.plus(KEPT_FOR)));
                break;
            }
        }
        publisher.publish(name, holder);
    }

    /** Returns how many are in line then; 0 if this one does not want to wait. */
    private int join(String name, Optional<NodeRequest.Place> place) {
        if (place.filter(NodeRequest.Place::joins).isEmpty()) {
            return 0;
        }
        Set<String> line = lines.computeIfAbsent(name, unused -> new LinkedHashSet<>());
        line.add(place.get().ticket());
        return line.size();
    }

    private void leaveLine(String name, String ticket) {
        lines.computeIfPresent(name, (unused, line) -> line.remove(ticket) && line.isEmpty() ? null : line);
    }

    private void noteWhoWaits(Claim claim, String ticket) {
        for (String name : claim.names()) {
            leaveLine(name, ticket);
            if (lines.containsKey(name)) {
                noteThatWanted(name);
            }
        }
    }

    private void noteThatWanted(String name) {
        votes.computeIfPresent(name, (unused, stored) -> new Stored(Claim.wanted(stored.vote()), stored.expiresAt()));
    }

    private static boolean isKeptFor(Optional<NodeRequest.Place> place, Stored stored) {
        return stored.isKept()
                && place.filter(it -> stored.vote().startsWith(it.ticket())).isPresent();
    }

    Seen inspect(String name, Tick now) {
        Stored stored = vote(name, now);
        return new Seen(stored == null ? Optional.empty() : Optional.of(describe(name, stored, now)));
    }

    Votes listVotes(Tick now) {
        votes.values().removeIf(stored -> !now.isBefore(stored.expiresAt()));
        return new Votes(votes.entrySet().stream()
                .filter(entry -> !entry.getValue().isKept())
                .map(entry -> describe(entry.getKey(), entry.getValue(), now))
                .toList());
    }

    NodeReply mark(String wanted) {
        if (meta == null && mark == null) {
            mark = wanted;
        }
        return new NodeReply.Marked(mark());
    }

    Optional<String> mark() {
        return Optional.ofNullable(mark);
    }

    NodeReply admit(NodeRequest.Admit request, long clockMicros) {
        NodeFacts.Admission wanted = request.wanted();
        Optional<NodeFacts.Admission> present = admission();
        Optional<String> recorded = present.map(NodeFacts.Admission::runId).or(this::mark);
        Duration maxTtl = present.map(NodeFacts.Admission::maxTtl)
                .filter(known -> known.compareTo(wanted.maxTtl()) > 0)
                .orElse(wanted.maxTtl());
        if (meta != null && meta.runId().equals(wanted.runId())) {
            meta = new Meta(meta.runId(), meta.nodes(), meta.floor(), meta.high(), meta.rotatedMicros(), maxTtl);
            return new Admitted(meta.high());
        }
        if (!recorded.equals(request.recorded())) {
            return forgotten();
        }
        long floor = Math.max(
                Math.max(clockMicros, wanted.high()),
                present.map(NodeFacts.Admission::high).orElse(0L));
        meta = new Meta(wanted.runId(), wanted.nodes(), floor, floor, clockMicros, maxTtl);
        mark = null;
        return new Admitted(floor);
    }

    NodeReply rotate(Duration retention, long clockMicros) {
        if (meta == null) {
            return forgotten();
        }
        long age = clockMicros - meta.rotatedMicros();
        if (age >= 0 && age < retention.toNanos() / 1000) {
            return new NodeReply.Rotated(false);
        }
        long floor = Math.max(meta.floor(), meta.high());
        meta = new Meta(meta.runId(), meta.nodes(), floor, meta.high(), clockMicros, meta.maxTtl());
        tokens.clear();
        return new NodeReply.Rotated(true);
    }

    Optional<NodeFacts.Admission> admission() {
        return Optional.ofNullable(meta)
                .map(stored -> new NodeFacts.Admission(
                        stored.runId(), stored.nodes(), Math.max(stored.floor(), stored.high()), stored.maxTtl()));
    }

    void wipe() {
        restore(new MemoryStore());
    }

    /** Forgets everything, and remembers what the other one does. */
    void restore(MemoryStore other) {
        votes.clear();
        votes.putAll(other.votes);
        revoked.clear();
        revoked.putAll(other.revoked);
        tokens.clear();
        tokens.putAll(other.tokens);
        lines.clear();
        other.lines.forEach((name, line) -> lines.put(name, new LinkedHashSet<>(line)));
        meta = other.meta;
        mark = other.mark;
    }

    private boolean isOurs(String name, Claim claim, Tick now) {
        Stored stored = vote(name, now);
        return stored != null && stored.vote().startsWith(claim.holder());
    }

    private boolean holdsAll(Claim claim, Tick now) {
        for (String name : claim.names()) {
            if (!isOurs(name, claim, now)) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsForeign(Claim claim, Tick now) {
        return claim.names().stream().anyMatch(name -> stored(name, now) != null && !isOurs(name, claim, now));
    }

    private boolean wasRevoked(Claim claim, Tick now) {
        revoked.values().removeIf(stored -> !now.isBefore(stored.expiresAt()));
        for (String name : claim.names()) {
            Stored taken = revoked.get(name);
            if (taken != null && taken.vote().startsWith(claim.holder()) && vote(name, now) == null) {
                return true;
            }
        }
        return false;
    }

    /** The vote that somebody has. */
    private @Nullable Stored vote(String name, Tick now) {
        Stored stored = stored(name, now);
        return stored == null || stored.isKept() ? null : stored;
    }

    /** The vote, or what is kept. */
    private @Nullable Stored stored(String name, Tick now) {
        Stored stored = votes.get(name);
        if (stored != null && !now.isBefore(stored.expiresAt())) {
            // As in Redis, what was once found to have ended does not come back when the clock is set back.
            votes.remove(name);
            return null;
        }
        return stored;
    }

    private void put(Claim claim, Duration ttl, Tick now) {
        claim.names().forEach(name -> votes.put(name, new Stored(claim.vote(), now.plus(ttl))));
    }

    /** A vote that is there stays as it is, with the note that others want it. */
    private void prolong(Claim claim, Duration ttl, Tick now) {
        for (String name : claim.names()) {
            Stored stored = vote(name, now);
            votes.put(name, new Stored(stored == null ? claim.vote() : stored.vote(), now.plus(ttl)));
        }
    }

    private long last(String name, Meta records) {
        return Math.max(records.floor(), tokens.getOrDefault(name, 0L));
    }

    private void remember(Claim claim, long value, Meta records) {
        claim.names().forEach(name -> tokens.merge(name, value, Math::max));
        long high = Math.max(records.high(), value);
        meta = new Meta(
                records.runId(), records.nodes(), records.floor(), high, records.rotatedMicros(), records.maxTtl());
    }

    private NodeReply.Vote describe(String name, Stored stored, Tick now) {
        long last = meta == null ? 0 : last(name, meta);
        return new NodeReply.Vote(name, Claim.asGiven(stored.vote()), left(stored, now), last);
    }

    private static Duration left(Stored stored, Tick now) {
        return Duration.ofMillis(now.until(stored.expiresAt()).toMillis());
    }

    private static NodeReply forgotten() {
        return new Failed(Cause.FORGOTTEN, "it has lost its records");
    }
}
