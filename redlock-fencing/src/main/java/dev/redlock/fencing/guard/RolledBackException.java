package dev.redlock.fencing.guard;

import java.sql.SQLException;

/** The database rolled the transaction back, for example because of a deadlock. Nothing was written; try again. */
public final class RolledBackException extends RuntimeException {
    RolledBackException(String operation, SQLException cause) {
        super("the database rolled back " + operation + ", nothing was written: " + cause.getMessage(), cause);
    }
}
