package dev.redlock.spring;

import dev.redlock.annotation.LockedMethod;
import java.lang.reflect.Method;
import java.util.Optional;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.reflect.MethodSignature;
import org.jspecify.annotations.Nullable;

/**
 * The lock around annotated methods, for AspectJ to weave into the classes that have them; {@code META-INF/aop.xml} names it
 * for weaving at load time. Until an application with {@code redlock.annotation.mode=aspectj} has started, and in all
 * others, it lets calls pass.
 */
@Aspect
public final class DistributedLockAspect {
    private static volatile @Nullable Connected connected;

    private record Connected(LockedMethods methods, LockedCalls calls) {}

    /** AspectJ makes the aspect, and Spring the rest, so they meet here. The last application that starts counts. */
    static void connect(LockedMethods methods, LockedCalls calls) {
        connected = new Connected(methods, calls);
    }

    static void disconnect() {
        connected = null;
    }

    @Around("execution(@dev.redlock.annotation.DistributedLock * *(..))")
    public @Nullable Object around(ProceedingJoinPoint point) throws Throwable {
        Connected now = connected;
        Method method = ((MethodSignature) point.getSignature()).getMethod();
        Optional<LockedMethod> locked =
                now == null ? Optional.empty() : now.methods().find(method, method.getDeclaringClass());
        if (now == null || locked.isEmpty()) {
            return point.proceed();
        }
        return now.calls().call(locked.get(), point.getArgs(), arguments -> point.proceed(arguments));
    }
}
