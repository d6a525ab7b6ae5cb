/** A quorum lock on independent Redis nodes, with fencing tokens. Only what a caller or another kind of node needs is exported. */
module dev.redlock {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires org.slf4j;
    requires lettuce.core;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport;

    exports dev.redlock;
    exports dev.redlock.node;
}
