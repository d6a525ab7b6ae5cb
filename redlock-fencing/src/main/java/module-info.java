/** What refuses a holder that was overtaken. A user of one kind of fence needs only the libraries of that kind. */
@SuppressWarnings("requires-transitive-automatic") // Lettuce has no module descriptor, and its types are in our API.
module dev.redlock.fencing {
    requires transitive dev.redlock;
    requires static transitive org.jspecify;
    requires static transitive jakarta.servlet;
    requires static com.google.errorprone.annotations;
    requires transitive java.sql;
    requires transitive java.net.http;
    requires transitive lettuce.core;
    requires org.slf4j;

    exports dev.redlock.fencing;
    exports dev.redlock.fencing.guard;
    exports dev.redlock.fencing.http;
    exports dev.redlock.fencing.idempotency;
    exports dev.redlock.fencing.jdbc;
    exports dev.redlock.fencing.memory;
    exports dev.redlock.fencing.propagation;
    exports dev.redlock.fencing.redis;
}
