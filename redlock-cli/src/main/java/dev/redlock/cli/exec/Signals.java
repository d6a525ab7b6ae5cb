package dev.redlock.cli.exec;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Listens for signals to this process. There is no API for it in Java but sun.misc.Signal, which the compiler warns of in a
 * way that cannot be switched off, so it is called by reflection. SIGQUIT cannot be had: the JVM keeps it for itself.
 */
final class Signals {
    /** By name, with the number that goes into an exit code. */
    static final Map<String, Integer> ENDING = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    /** Passed on as they are: the window has another size. */
    static final List<String> PASSED_ON = List.of("WINCH");

    /** Ctrl-Z: it would stop whoever renews the lock, and not the command. */
    static final String STOP = "TSTP";

    private Signals() {}

    /** Whether it worked; not every system has every signal. One that is ignored, as by nohup, stays so. */
    static boolean on(String name, Consumer<String> action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return answer(self, method, arguments);
                        }
                        action.accept(name);
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            return true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    private static Object answer(Object self, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            default -> "redlock signal handler";
        };
    }
}
