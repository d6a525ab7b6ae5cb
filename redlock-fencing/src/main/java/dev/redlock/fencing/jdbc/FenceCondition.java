package dev.redlock.fencing.jdbc;

import dev.redlock.FencingToken;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.internal.Names;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/**
 * A fence in a column of the caller's own row, for those who want no table beside it. Comparison and write are one statement.
 *
 * <pre>{@code
 * FenceCondition fence = FenceCondition.on("fence");
 * String sql = "UPDATE deal SET state = ?, " + fence.set() + " WHERE id = ? AND " + fence.where();
 * … bind state, token.value(), id, token.value() …
 * fence.requireApplied(update.executeUpdate(), "deal:7", token, () -> fenceOfDeal(7));
 * }</pre>
 */
public final class FenceCondition {
    private final String column;

    private FenceCondition(String column) {
        this.column = column;
    }

    /**
     * A fence in this column.
     *
     * @param column of type BIGINT, in the row that is written; null as long as nobody has written it with a token
     */
    public static FenceCondition on(String column) {
        Names.column(column);
        if (column.indexOf('.') >= 0) {
            throw new IllegalArgumentException("a column in SET takes no table name, got '" + column + "'");
        }
        return new FenceCondition(column);
    }

    /** Reads the token that is in the row, which is asked for only if the row was not updated. */
    @FunctionalInterface
    public interface FenceOfRow {
        /** Empty if there is no such row, or no token in it. */
        Optional<FencingToken> read() throws SQLException;
    }

    /** For the WHERE clause; its parameter is the value of the token. */
    public String where() {
        return "(" + column + " IS NULL OR " + column + " <= ?)";
    }

    /** For the SET clause; its parameter is the value of the token. */
    public String set() {
        return column + " = ?";
    }

    /**
     * Tells a stale token from other reasons why no row was updated.
     *
     * @param updatedRows what {@code executeUpdate} returned
     * @throws StaleTokenException if the row has seen a larger token
     * @throws IllegalStateException if no row was updated for another reason
     */
    public void requireApplied(int updatedRows, String resource, FencingToken token, FenceOfRow row)
            throws SQLException {
        Names.resource(resource);
        Objects.requireNonNull(token, "token");
        if (updatedRows > 0) {
            return;
        }
        Optional<FencingToken> newest = row.read();
        if (newest.isPresent() && newest.get().compareTo(token) > 0) {
            throw new StaleTokenException(resource, token, newest.get());
        }
        throw new IllegalStateException("nothing was updated for '" + resource + "', and not because of token " + token
                + ": there is no such row, or another condition of the statement did not hold");
    }
}
