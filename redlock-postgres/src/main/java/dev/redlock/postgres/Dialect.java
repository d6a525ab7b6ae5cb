package dev.redlock.postgres;

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
import dev.redlock.node.NodeReply.Votes;
import dev.redlock.node.NodeRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts requests into calls of the functions in the database, and their answers into replies. */
final class Dialect {
    private static final int PAGE = 1_000;

    private final String space;

    Dialect(String space) {
        this.space = space;
    }

    /** Everything but {@link NodeRequest.ReadFacts}, which is about more than our functions. */
    NodeReply ask(Wire wire, NodeRequest request) throws SQLException {
        if (request instanceof NodeRequest.OfClaim ofClaim) {
            return askOfClaim(wire, ofClaim);
        } else if (request instanceof NodeRequest.ForceRelease it) {
            return wire.query("SELECT * FROM redlock.force_release(?, ?)", List.of(space, it.name()), Dialect::seen);
        } else if (request instanceof NodeRequest.Inspect it) {
            return wire.query("SELECT * FROM redlock.vote(?, ?)", List.of(space, it.name()), Dialect::seen);
        } else if (request instanceof NodeRequest.ListVotes) {
            return listVotes(wire);
        } else if (request instanceof NodeRequest.LeaveLine) {
            // There are no lines here.
            return new Confirmed();
        } else if (request instanceof NodeRequest.Mark) {
            return new NodeReply.Marked(Optional.of(""));
        } else if (request instanceof NodeRequest.Admit it) {
            return admit(wire, it);
        } else if (request instanceof NodeRequest.Rotate it) {
            long micros = it.retention().toNanos() / 1000;
            return wire.query("SELECT redlock.rotate(?, ?)", List.of(space, micros), Dialect::rotated);
        }
        throw new IllegalArgumentException("not a call: " + request);
    }

    private NodeReply admit(Wire wire, NodeRequest.Admit request) throws SQLException {
        NodeFacts.Admission wanted = request.wanted();
        // Rounded up: a client that reads less than it wrote would write it again and again.
        long maxTtl = wanted.maxTtl().plusNanos(999_999).toMillis();
        List<Object> arguments =
                List.of(space, wanted.runId(), request.recorded().orElse(""), wanted.nodes(), wanted.high(), maxTtl);
        return wire.query("SELECT redlock.admit(?, ?, ?, ?, ?, ?)", arguments, Dialect::admitted);
    }

    private NodeReply askOfClaim(Wire wire, NodeRequest.OfClaim request) throws SQLException {
        Claim claim = request.claim();
        List<String> names = claim.names();
        String holder = claim.holder();
        if (request instanceof NodeRequest.Acquire it) {
            List<Object> arguments =
                    List.of(space, names, holder, claim.owner(), it.ttl().toMillis(), it.proposal());
            return wire.query("SELECT * FROM redlock.acquire(?, ?, ?, ?, ?, ?)", arguments, Dialect::vote);
        } else if (request instanceof NodeRequest.Raise it) {
            List<Object> arguments = List.of(space, names, holder, it.granted(), it.token());
            return wire.query("SELECT redlock.raise(?, ?, ?, ?, ?)", arguments, Dialect::held);
        } else if (request instanceof NodeRequest.Extend it) {
            List<Object> arguments =
                    List.of(space, names, holder, claim.owner(), it.ttl().toMillis(), it.token(), it.heal());
            return wire.query("SELECT redlock.extend(?, ?, ?, ?, ?, ?, ?)", arguments, Dialect::held);
        }
        return wire.query("SELECT redlock.release(?, ?, ?)", List.of(space, names, holder), Dialect::freed);
    }

    /** Drops some rows that are of no use any more; says how many. */
    int sweep(Wire wire, int limit) throws SQLException {
        return wire.query("SELECT redlock.sweep(?, ?)", List.of(space, limit), rows -> (int) number(rows));
    }

    private NodeReply listVotes(Wire wire) throws SQLException {
        List<Vote> votes = new ArrayList<>();
        List<Vote> page;
        String last = "";
        do {
            page = wire.query("SELECT * FROM redlock.votes(?, ?, ?)", List.of(space, last, PAGE), Dialect::votes);
            votes.addAll(page);
            last = page.isEmpty() ? last : page.get(page.size() - 1).name();
        } while (page.size() == PAGE);
        return new Votes(votes);
    }

    private static NodeReply vote(ResultSet rows) throws SQLException {
        rows.next();
        return switch (rows.getInt("answer")) {
            case 1 -> new Granted(rows.getLong("token"));
            case 0 -> new Denied(millis(rows), voteText(rows), rows.getLong("token"));
            case -1 -> forgotten();
            default -> new Failed(Cause.ERROR, "the tokens of this node are used up");
        };
    }

    private static NodeReply held(ResultSet rows) throws SQLException {
        return switch ((int) number(rows)) {
            case 1 -> new Confirmed();
            case 2 -> new Healed();
            case 0 -> new NotHeld();
            default -> forgotten();
        };
    }

    private static NodeReply freed(ResultSet rows) throws SQLException {
        return switch ((int) number(rows)) {
            case 1 -> new Freed(Found.OWN);
            case 0 -> new Freed(Found.EXPIRED);
            default -> new Freed(Found.FOREIGN);
        };
    }

    private static NodeReply rotated(ResultSet rows) throws SQLException {
        long code = number(rows);
        return code < 0 ? forgotten() : new Rotated(code == 1);
    }

    private static NodeReply seen(ResultSet rows) throws SQLException {
        List<Vote> votes = votes(rows);
        return new Seen(votes.isEmpty() ? Optional.empty() : Optional.of(votes.get(0)));
    }

    private static List<Vote> votes(ResultSet rows) throws SQLException {
        List<Vote> votes = new ArrayList<>();
        while (rows.next()) {
            votes.add(new Vote(rows.getString("name"), voteText(rows), millis(rows), rows.getLong("token")));
        }
        return votes;
    }

    private static String voteText(ResultSet rows) throws SQLException {
        return new Claim(List.of("any"), rows.getString("holder"), rows.getString("owner_text")).vote();
    }

    private static Duration millis(ResultSet rows) throws SQLException {
        return Duration.ofMillis(rows.getLong("remaining"));
    }

    private static long number(ResultSet rows) throws SQLException {
        rows.next();
        return rows.getLong(1);
    }

    private static NodeReply admitted(ResultSet rows) throws SQLException {
        long high = number(rows);
        return high < 0 ? forgotten() : new Admitted(high);
    }

    private static NodeReply forgotten() {
        return new Failed(Cause.FORGOTTEN, "it has lost its records");
    }
}
