package dev.redlock.annotation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The way from an argument to a value in it, by record components and getters. */
record PropertyPath(List<Method> steps, String source) {

    static PropertyPath of(Class<?> type, List<String> properties, String source) {
        List<Method> steps = new ArrayList<>();
        Class<?> current = type;
        for (String property : properties) {
            Method step = accessor(current, property);
            if (!step.trySetAccessible()) {
                throw new IllegalArgumentException("'" + property + "' of " + current.getName()
                        + " cannot be read: its module does not open the package");
            }
            steps.add(step);
            current = step.getReturnType();
        }
        if (current.isArray() || current == void.class) {
            throw new IllegalArgumentException("{" + source + "} is a " + current.getSimpleName() + ", not one value");
        }
        return new PropertyPath(steps, source);
    }

    /** Null as soon as one step is. */
    @Nullable
    Object read(@Nullable Object argument) {
        Object value = argument;
        for (Method step : steps) {
            if (value == null) {
                return null;
            }
            try {
                value = step.invoke(value);
            } catch (InvocationTargetException e) {
                throw new IllegalArgumentException("{" + source + "} cannot be read: " + e.getCause(), e.getCause());
            } catch (IllegalAccessException e) {
                throw new IllegalArgumentException("{" + source + "} cannot be read", e);
            }
        }
        return value;
    }

    private static Method accessor(Class<?> type, String property) {
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                if (component.getName().equals(property)) {
                    return component.getAccessor();
                }
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getParameterCount() == 0 && !method.isBridge() && isGetter(method.getName(), property)) {
                return method;
            }
        }
        throw new IllegalArgumentException(type.getSimpleName() + " has no property '" + property
                + "': neither a record component of that name nor a public getter");
    }

    private static boolean isGetter(String method, String property) {
        if (property.isEmpty()) {
            return false;
        }
        String capital = property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        return method.equals("get" + capital) || method.equals("is" + capital);
    }
}
