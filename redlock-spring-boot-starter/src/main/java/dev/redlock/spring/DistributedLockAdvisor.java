package dev.redlock.spring;

import dev.redlock.annotation.LockedMethod;
import java.lang.reflect.Method;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts the lock around annotated methods of beans, outside of transactions. */
final class DistributedLockAdvisor extends AbstractPointcutAdvisor {
    private final transient LockedMethods methods;
    private final transient LockedCalls calls;

    DistributedLockAdvisor(LockedMethods methods, LockedCalls calls, int order) {
        this.methods = methods;
        this.calls = calls;
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return new StaticMethodMatcherPointcut() {
            @Override
            public boolean matches(Method method, Class<?> targetClass) {
                return methods.find(method, targetClass).isPresent();
            }
        };
    }

    @Override
    public MethodInterceptor getAdvice() {
        return this::invoke;
    }

    private @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Class<?> targetClass = target == null ? null : AopUtils.getTargetClass(target);
        Optional<LockedMethod> locked = methods.find(invocation.getMethod(), targetClass);
        if (locked.isEmpty()) {
            return invocation.proceed();
        }
        // A publisher may be subscribed to several times, and every time the rest of the chain runs anew.
        return calls.call(
                locked.get(),
                invocation.getArguments(),
                arguments -> ((ProxyMethodInvocation) invocation)
                        .invocableClone(arguments)
                        .proceed());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
