/** Locks around methods, by annotation. Reactor is needed by those whose methods return its types, and by nobody else. */
module dev.redlock.annotation {
    requires transitive dev.redlock;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires static reactor.core;
    requires static org.reactivestreams;

    exports dev.redlock.annotation;
}
