package dev.redlock.node.lettuce;

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
import dev.redlock.node.NodeReply.Rotated;
import dev.redlock.node.NodeReply.Seen;
import dev.redlock.node.NodeReply.Vote;
import dev.redlock.node.NodeRequest;
import dev.redlock.node.lettuce.Outbox.Letter;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts requests into script calls, and their answers into replies. Shared by all nodes of a client. */
final class Dialect {
    private static final int FORGOTTEN = -1;

    /** A vote without expiry was not written by us. It is respected for as long as it is there. */
    private static final Duration ENDLESS = Duration.ofDays(365);

    private static final Words NOTHING = Words.of();

    private static final char ACQUIRE = 'a';
    private static final char EXTEND = 'e';
    private static final char RELEASE = 'r';

    /** What locks do again and again, and many of them at the same time. */
    private static final Map<Character, String> BATCHED =
            new TreeMap<>(Map.of(ACQUIRE, "acquire", EXTEND, "extend", RELEASE, "release"));

    /** What can be counted by one readable character. */
    private static final int MOST_KEYS_IN_BATCH = 64;

    private static final Optional<Words> ACQUIRE_ONE = shape(ACQUIRE, 1, 3);
    private static final Optional<Words> EXTEND_ONE = shape(EXTEND, 1, 4);
    private static final Optional<Words> RELEASE_ONE = shape(RELEASE, 1, 1);

    private final String votePrefix;
    private final String recordsKey;
    private final Script acquire;
    private final Script raise;
    private final Script extend;
    private final Script release;
    private final Script leaveLine;
    private final Script forceRelease;
    private final Script inspect;
    private final Script list;
    private final Script mark;
    private final Script admit;
    private final Script rotate;
    private final Script batch;

    /** The last request and its call: what goes to all nodes is put into words once. */
    private volatile @Nullable Spoken last;

    private record Spoken(NodeRequest request, Call call) {}

    Dialect(String prefix) {
        votePrefix = prefix + ":";
        recordsKey = prefix + ".records";
        acquire = Script.lean("acquire", prefix);
        raise = Script.load("raise", prefix);
        extend = Script.load("extend", prefix);
        release = Script.withLine("release", prefix);
        leaveLine = Script.withLine("leave_line", prefix);
        forceRelease = Script.load("force_release", prefix);
        inspect = Script.load("inspect", prefix);
        list = Script.load("list", prefix);
        mark = Script.lean("mark", prefix);
        admit = Script.load("admit", prefix);
        rotate = Script.load("rotate", prefix);
        batch = Script.batchOf(BATCHED, prefix);
    }

    List<Script> scripts() {
        return List.of(
                acquire, raise, extend, release, leaveLine, forceRelease, inspect, list, mark, admit, rotate, batch);
    }

    Script batch() {
        return batch;
    }

    String recordsKey() {
        return recordsKey;
    }

    /** The channel on which the release of a name is announced: the key of its vote. */
    String channel(String name) {
        return votePrefix + name;
    }

    String nameOf(String channelOrKey) {
        return channelOrKey.substring(votePrefix.length());
    }

    /** Everything but {@link NodeRequest.ListVotes} and {@link NodeRequest.ReadFacts}, which take more than one call. */
    Call call(NodeRequest request) {
        Spoken spoken = last;
        if (spoken == null || spoken.request() != request) {
            spoken = new Spoken(request, translate(request));
            last = spoken;
        }
        return spoken.call();
    }

    private Call translate(NodeRequest request) {
        if (request instanceof NodeRequest.OfClaim ofClaim) {
            return callOfClaim(ofClaim);
        } else if (request instanceof NodeRequest.LeaveLine it) {
            return alone(leaveLine, keys(it.names()), Words.of(it.ticket()), Dialect::held);
        } else if (request instanceof NodeRequest.ForceRelease it) {
            return alone(forceRelease, Words.of(channel(it.name())), NOTHING, this::seen);
        } else if (request instanceof NodeRequest.Inspect it) {
            return alone(inspect, Words.of(channel(it.name())), NOTHING, this::seen);
        } else if (request instanceof NodeRequest.Mark it) {
            return alone(mark, NOTHING, Words.of(it.mark()), Dialect::marked);
        } else if (request instanceof NodeRequest.Admit it) {
            return alone(admit, NOTHING, arguments(it), this::admitted);
        } else if (request instanceof NodeRequest.Rotate it) {
            String micros = Long.toString(it.retention().toNanos() / 1000);
            return alone(rotate, NOTHING, Words.of(micros), this::rotated);
        }
        throw new IllegalArgumentException("not one call: " + request);
    }

    private Call callOfClaim(NodeRequest.OfClaim request) {
        Claim claim = request.claim();
        Words keys = keys(claim.names());
        if (request instanceof NodeRequest.Acquire it) {
            Words arguments = arguments(it);
            boolean isUsual = keys.count() == 1 && arguments.count() == 3;
            Optional<Words> shape = isUsual ? ACQUIRE_ONE : shape(ACQUIRE, keys.count(), arguments.count());
            return new Call(acquire, shape, keys, arguments, Dialect::vote);
        } else if (request instanceof NodeRequest.Raise it) {
            Words arguments = Words.of(claim.holder(), Long.toString(it.granted()), Long.toString(it.token()));
            return alone(raise, keys, arguments, Dialect::held);
        } else if (request instanceof NodeRequest.Extend it) {
            String heal = it.heal() ? "1" : "0";
            Words arguments = Words.of(claim.vote(), millis(it.ttl()), Long.toString(it.token()), heal);
            Optional<Words> shape = keys.count() == 1 ? EXTEND_ONE : shape(EXTEND, keys.count(), arguments.count());
            return new Call(extend, shape, keys, arguments, Dialect::held);
        }
        Optional<Words> shape = keys.count() == 1 ? RELEASE_ONE : shape(RELEASE, keys.count(), 1);
        return new Call(release, shape, keys, Words.of(claim.holder()), Dialect::freed);
    }

    /** As which a batch knows a request; empty if it has to go alone. */
    private static Optional<Words> shape(char operation, int keys, int arguments) {
        return keys > MOST_KEYS_IN_BATCH
                ? Optional.empty()
                : Optional.of(Words.of(
                        String.valueOf(new char[] {operation, (char) ('0' + keys), (char) ('0' + arguments)})));
    }

    private Words keys(List<String> names) {
        String[] keys = new String[names.size()];
        for (int index = 0; index < keys.length; index++) {
            keys[index] = channel(names.get(index));
        }
        return Words.of(keys);
    }

    private static Words arguments(NodeRequest.Acquire request) {
        String vote = request.claim().vote();
        String ttl = millis(request.ttl());
        String proposal = Long.toString(request.proposal());
        return request.place()
                .map(place -> Words.of(vote, ttl, proposal, place.ticket(), place.joins() ? "1" : "0"))
                .orElseGet(() -> Words.of(vote, ttl, proposal));
    }

    private static Call alone(Script script, Words keys, Words arguments, Function<Object, NodeReply> answer) {
        return new Call(script, Optional.empty(), keys, arguments, answer);
    }

    /** The next page of {@link NodeRequest.ListVotes}. */
    Call nextPage(Listing listing) {
        return alone(list, NOTHING, Words.of(listing.cursor), answer -> {
            List<?> page = (List<?>) answer;
            for (int at = 1; at + 3 < page.size(); at += 4) {
                listing.votes.add(describe(page.subList(at, at + 4)));
            }
            listing.cursor = (String) page.get(0);
            return new NodeReply.Votes(listing.votes);
        });
    }

    /** The votes of a node, page by page. */
    static final class Listing {
        private static final String ENDS = "0";

        private final List<Vote> votes = new ArrayList<>();
        private String cursor = ENDS;

        /** After the first page. */
        boolean isComplete() {
            return cursor.equals(ENDS);
        }
    }

    /** Writes one call, or several as a batch. */
    static void write(ByteBuf buffer, Script script, boolean whole, List<Letter> letters) {
        boolean isBatch = letters.size() > 1;
        Words head = whole ? script.whole() : script.byName();
        int keys = 0;
        int arguments = 0;
        for (Letter letter : letters) {
            keys += letter.call().keys().count();
            arguments += letter.call().arguments().count() + (isBatch ? 1 : 0);
        }
        Words.writeCount(buffer, head.count() + 1 + keys + arguments);
        head.writeTo(buffer);
        Words.writeWord(buffer, keys);
        for (Letter letter : letters) {
            letter.call().keys().writeTo(buffer);
        }
        for (Letter letter : letters) {
            Call call = letter.call();
            if (isBatch) {
                call.inBatch().orElseThrow().writeTo(buffer);
            }
            call.arguments().writeTo(buffer);
        }
    }

    private static NodeReply vote(Object answer) {
        if (answer instanceof List<?> parts) {
            int waiting = (int) number(parts.get(3));
            String vote = Claim.asGiven((String) parts.get(1));
            return new Denied(remaining(parts.get(0)), vote, (Long) parts.get(2), waiting);
        }
        long value = number(answer);
        return value == FORGOTTEN ? forgotten() : new Granted(value);
    }

    private static NodeReply held(Object answer) {
        return switch ((int) number(answer)) {
            case 1 -> new Confirmed();
            case 2 -> new Healed();
            case 0 -> new NotHeld();
            default -> forgotten();
        };
    }

    private static NodeReply freed(Object answer) {
        return switch ((int) number(answer)) {
            case 1 -> new Freed(Found.OWN);
            case 0 -> new Freed(Found.EXPIRED);
            default -> new Freed(Found.FOREIGN);
        };
    }

    private NodeReply seen(Object answer) {
        List<?> parts = (List<?>) answer;
        return new Seen(parts.isEmpty() ? Optional.empty() : Optional.of(describe(parts)));
    }

    private static Words arguments(NodeRequest.Admit request) {
        NodeFacts.Admission wanted = request.wanted();
        // Rounded up: a client that reads less than it wrote would write it again and again.
        long maxTtlMillis = wanted.maxTtl().plusNanos(999_999).toMillis();
        return Words.of(
                wanted.runId(),
                request.recorded().orElse(""),
                Integer.toString(wanted.nodes()),
                Long.toString(wanted.high()),
                Long.toString(maxTtlMillis));
    }

    private static NodeReply marked(Object answer) {
        String mark = (String) answer;
        return new NodeReply.Marked(mark.isEmpty() ? Optional.empty() : Optional.of(mark));
    }

    private NodeReply admitted(Object answer) {
        long high = number(answer);
        return high == FORGOTTEN ? forgotten() : new Admitted(high);
    }

    private NodeReply rotated(Object answer) {
        long code = number(answer);
        return code == FORGOTTEN ? forgotten() : new Rotated(code == 1);
    }

    private Vote describe(List<?> parts) {
        String vote = Claim.asGiven((String) parts.get(1));
        return new Vote(nameOf((String) parts.get(0)), vote, remaining(parts.get(2)), (Long) parts.get(3));
    }

    private static long number(Object answer) {
        return (Long) answer;
    }

    private static Duration remaining(Object pttl) {
        long millis = (Long) pttl;
        return millis < 0 ? ENDLESS : Duration.ofMillis(millis);
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static NodeReply forgotten() {
        return new Failed(Cause.FORGOTTEN, "it has lost its records");
    }
}
