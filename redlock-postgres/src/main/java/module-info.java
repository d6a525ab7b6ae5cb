/** A node of the lock on a PostgreSQL database. */
module dev.redlock.postgres {
    requires transitive dev.redlock;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires static org.postgresql.jdbc;
    requires org.slf4j;

    exports dev.redlock.postgres;
}
