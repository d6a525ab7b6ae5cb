package dev.redlock.postgres;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** Threads that wait for the database: virtual ones where the JDK has them, else daemons. */
final class Threads {
    private static final Optional<ThreadFactory> VIRTUAL = virtual();

    private Threads() {}

    static Thread start(String name, Runnable task) {
        Thread thread = VIRTUAL.map(factory -> factory.newThread(task)).orElseGet(() -> daemon(task));
        thread.setName(name);
        thread.start();
        return thread;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** By name, because this is compiled for Java 17. */
    private static Optional<ThreadFactory> virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
            return Optional.of((ThreadFactory) factory.invoke(builder));
        } catch (ReflectiveOperationException | UnsupportedOperationException older) {
            return Optional.empty();
        }
    }
}
