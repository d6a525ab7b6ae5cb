package dev.redlock.benchmarks.profile;

import java.util.List;

/** What a thread was busy with, as far as its stack tells. */
enum Area {
    WAIT("waiting for the network, in a system call"),
    READ("reading from the network, in a system call"),
    WRITE("writing to the network, in a system call"),
    WAKE("waking and parking threads"),
    PROTOCOL("redlock: protocol"),
    RUNTIME("redlock: runtime"),
    NODE("redlock: node.lettuce"),
    DOOR("redlock: other packages"),
    LETTUCE("Lettuce"),
    NETTY("Netty"),
    MEASURING("what measures"),
    JDK("JDK, other");

    private final String label;

    Area(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /**
     * The area of a stack, the innermost frame first. System calls and the handling of threads are areas of their own, whoever
     * asks for them; all other work belongs to the nearest caller that is not of the JDK.
     */
    static Area of(List<Frame> stack) {
        for (Frame frame : stack) {
            Area call = ofCall(frame);
            if (call != JDK) {
                return call;
            }
            Area owner = ofOwner(frame);
            if (owner != JDK) {
                return owner;
            }
        }
        return JDK;
    }

    private static Area ofCall(Frame frame) {
        return switch (frame.type()) {
            case "sun.nio.ch.EPoll", "sun.nio.ch.KQueue", "sun.nio.ch.WEPoll", "io.netty.channel.epoll.Native" -> WAIT;
            case "sun.nio.ch.EventFD",
                    "java.util.concurrent.locks.LockSupport",
                    "jdk.internal.misc.Unsafe",
                    "java.lang.Object" -> isOfThreads(frame.method()) ? WAKE : JDK;
            case "sun.nio.ch.SocketDispatcher", "sun.nio.ch.FileDispatcherImpl", "sun.nio.ch.UnixFileDispatcherImpl" ->
                frame.method().startsWith("read") ? READ : frame.method().startsWith("write") ? WRITE : JDK;
            default -> frame.isIn("java.util.concurrent.locks") ? WAKE : JDK;
        };
    }

    private static boolean isOfThreads(String method) {
        return method.startsWith("park")
                || method.startsWith("unpark")
                || method.startsWith("wait")
                || method.startsWith("notify")
                || method.startsWith("set");
    }

    private static Area ofOwner(Frame frame) {
        if (frame.isIn("dev.redlock.protocol")) {
            return PROTOCOL;
        } else if (frame.isIn("dev.redlock.runtime")) {
            return RUNTIME;
        } else if (frame.isIn("dev.redlock.node.lettuce")) {
            return NODE;
        } else if (frame.isOurs()) {
            return DOOR;
        } else if (frame.isIn("io.lettuce")) {
            return LETTUCE;
        } else if (frame.isIn("io.netty")) {
            return NETTY;
        }
        return frame.isIn("dev.redlock.benchmarks") ? MEASURING : JDK;
    }
}
