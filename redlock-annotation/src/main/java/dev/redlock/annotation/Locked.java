package dev.redlock.annotation;

import dev.redlock.Redlock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@link DistributedLock} without a framework.
 *
 * <pre>{@code
 * Payouts payouts = Locked.proxy(Payouts.class, new JdbcPayouts(dataSource), redlock);
 * }</pre>
 *
 * <p>Only calls through the proxy take locks: not those that the target makes to itself.
 */
public final class Locked {
    private Locked() {}

    /**
     * A proxy that takes the locks and passes calls on to the target.
     *
     * @param type an interface; its methods or those of the target are annotated
     * @throws IllegalArgumentException if an annotation does not fit its method, or if there is none
     */
    public static <T> T proxy(Class<T> type, T target, Redlock redlock) {
        if (!type.isInterface()) {
            throw new IllegalArgumentException(type.getName() + " is not an interface; a proxy needs one");
        }
        Map<Method, LockedMethod> locked = new HashMap<>();
        for (Method method : type.getMethods()) {
            LockedMethod found = Modifier.isStatic(method.getModifiers()) ? null : find(method, target.getClass());
            if (found != null) {
                locked.put(method, found);
            }
        }
        if (locked.isEmpty()) {
            throw new IllegalArgumentException("no method of " + type.getName() + " is annotated with @DistributedLock,"
                    + " neither there nor in " + target.getClass().getName());
        }
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    @Nullable Object[] given = arguments == null ? new Object[0] : arguments;
                    LockedMethod lock = locked.get(method);
                    return lock == null
                            ? invoke(target, method, given)
                            : lock.call(redlock, given, complete -> invoke(target, method, complete));
                });
        return type.cast(proxy);
    }

    private static @Nullable LockedMethod find(Method method, Class<?> target) {
        Method implementation = implementation(method, target);
        DistributedLock there = implementation.getAnnotation(DistributedLock.class);
        if (there != null) {
            return LockedMethod.of(implementation, there, LockedMethod.Language.PLAIN);
        }
        DistributedLock here = method.getAnnotation(DistributedLock.class);
        return here == null ? null : LockedMethod.of(method, here, LockedMethod.Language.PLAIN);
    }

    private static Method implementation(Method method, Class<?> target) {
        try {
            return target.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException hidden) {
            return method;
        }
    }

    private static @Nullable Object invoke(Object target, Method method, @Nullable Object[] arguments)
            throws Throwable {
        try {
            method.trySetAccessible();
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
