package dev.redlock.spring;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.LockedMethod;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** The annotated methods of all beans, read when a bean is made, so that a mistake keeps the application from starting. */
final class LockedMethods {
    private final LockedMethod.Language language;
    private final Map<MethodClassKey, Optional<LockedMethod>> known = new ConcurrentHashMap<>();

    LockedMethods(UnaryOperator<String> properties) {
        this.language = new LockedMethod.Language(properties, new SpelExpressions());
    }

    Optional<LockedMethod> find(Method method, @Nullable Class<?> targetClass) {
        if (method.getDeclaringClass() == Object.class) {
            return Optional.empty();
        }
        MethodClassKey key = new MethodClassKey(method, targetClass);
        Optional<LockedMethod> found = known.get(key);
        if (found == null) {
            found = read(AopUtils.getMostSpecificMethod(method, targetClass));
            known.put(key, found);
        }
        return found;
    }

    Iterable<LockedMethod> all() {
        return known.values().stream().flatMap(Optional::stream).toList();
    }

    private Optional<LockedMethod> read(Method method) {
        DistributedLock annotation = AnnotatedElementUtils.findMergedAnnotation(method, DistributedLock.class);
        return annotation == null ? Optional.empty() : Optional.of(LockedMethod.of(method, annotation, language));
    }
}
