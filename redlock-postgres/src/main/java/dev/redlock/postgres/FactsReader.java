package dev.redlock.postgres;

import dev.redlock.node.NodeFacts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out what a node has to say of itself, and whether the database can be a node at all. */
final class FactsReader {
    /** Its records are lost only if somebody deletes them, and who does so twice in a moment is not guarded against. */
    private static final Optional<String> NO_MARK = Optional.of("");

    private static final int OLDEST = 13;

    private static final String SERVER = "SELECT current_setting('server_version_num')::int / 10000,"
            + " pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'";

    private static final String SCHEMA = "SELECT redlock.schema_version(), (SELECT bool_and(has_table_privilege(t, p))"
            + " FROM unnest(ARRAY['redlock.meta', 'redlock.names']) t,"
            + " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p)";

    private final String space;
    private final Recollection recollection;

    FactsReader(String space, Recollection recollection) {
        this.space = space;
        this.recollection = recollection;
    }

    NodeFacts read(Wire wire) throws SQLException {
        List<String> objections = wire.query(SERVER, List.of(), FactsReader::serverObjections);
        try {
            objections.addAll(wire.query(SCHEMA, List.of(), FactsReader::schemaObjections));
            if (objections.isEmpty()) {
                List<Object> arguments = List.of(space, recollection.runId(), recollection.largest());
                return wire.query("SELECT * FROM redlock.facts(?, ?, ?)", arguments, FactsReader::facts);
            }
        } catch (SQLException e) {
            objections.add(Failures.wrongSetup(e).orElseThrow(() -> e));
        }
        return new NodeFacts("unfit " + wire.server(), Duration.ZERO, false, Optional.empty(), objections);
    }

    /** Whether the functions are missing or older than we need. */
    static boolean isOutdated(Wire wire) throws SQLException {
        try {
            return wire.query("SELECT redlock.schema_version()", List.of(), rows -> {
                rows.next();
                return rows.getInt(1) < PostgresSchema.VERSION;
            });
        } catch (SQLException e) {
            if (Failures.isAbsence(e)) {
                return true;
            }
            throw e;
        }
    }

    private static List<String> serverObjections(ResultSet rows) throws SQLException {
        rows.next();
        List<String> objections = new ArrayList<>();
        if (rows.getInt(1) < OLDEST) {
            objections.add("it is PostgreSQL " + rows.getInt(1) + "; at least " + OLDEST + " is needed");
        }
        if (rows.getBoolean(2)) {
            objections.add("it is a standby; only a primary may be a node");
        } else if (rows.getBoolean(3)) {
            objections.add("it is read-only; set default_transaction_read_only to off for the user of the data source");
        }
        return objections;
    }

    private static List<String> schemaObjections(ResultSet rows) throws SQLException {
        rows.next();
        List<String> objections = new ArrayList<>();
        int version = rows.getInt(1);
        if (version != PostgresSchema.VERSION) {
            String advice = version < PostgresSchema.VERSION
                    ? "run " + PostgresSchema.FILE + " of this library on it"
                    : "use the release of this library that it was made for";
            objections.add("its schema redlock has version " + version + ", and this library needs "
                    + PostgresSchema.VERSION + ": " + advice);
        }
        if (!rows.getBoolean(2)) {
            objections.add("the user of the data source lacks rights: " + Failures.GRANTS);
        }
        return objections;
    }

    private static NodeFacts facts(ResultSet rows) throws SQLException {
        rows.next();
        String runId = rows.getString("run_id");
        String admitted = rows.getString("admitted");
        if (admitted == null) {
            return new NodeFacts(runId, Duration.ZERO, false, Optional.empty(), List.of(), NO_MARK);
        }
        Duration maxTtl = Duration.ofMillis(rows.getLong("max_ttl"));
        NodeFacts.Admission admission =
                new NodeFacts.Admission(admitted, rows.getInt("nodes"), rows.getLong("high"), maxTtl);
        // How long the server has run says nothing about when data was restored: forgetting counts from when it is
        // seen.
        return new NodeFacts(runId, Duration.ZERO, isOtherTimeline(runId, admitted), Optional.of(admission), List.of());
    }

    /** The same data up to some point, but not since: a standby was promoted, or a backup was restored. */
    private static boolean isOtherTimeline(String runId, String admitted) {
        String data = runId.substring(0, runId.indexOf('/') + 1);
        return admitted.startsWith(data) && !admitted.equals(runId);
    }
}
