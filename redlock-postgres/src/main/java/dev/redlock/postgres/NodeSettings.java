package dev.redlock.postgres;

import java.time.Duration;
import javax.sql.DataSource;

/**
 * How to use the database.
 *
 * @param space keeps the names of one lock apart from those of others in the same database: the key prefix
 * @param connections for requests
 */
record NodeSettings(
        DataSource source, String space, int connections, Duration statementTimeout, boolean createsSchema) {}
