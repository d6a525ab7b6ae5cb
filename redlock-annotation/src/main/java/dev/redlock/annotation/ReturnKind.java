package dev.redlock.annotation;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** When a call is over: when the method returns, or when what it returns is. */
enum ReturnKind {
    VALUE,
    STAGE,
    MONO,
    FLUX;

    static ReturnKind of(Method method, OnHeld onHeld) {
        Class<?> type = method.getReturnType();
        ReturnKind kind = of(type);
        boolean canSkip = kind != VALUE || !type.isPrimitive() || type == void.class || type == boolean.class;
        if (onHeld == OnHeld.SKIP && !canSkip) {
            throw new IllegalArgumentException("a call that is skipped has nothing to return as " + type
                    + "; return void, boolean, an Optional or an object, or use OnHeld.FAIL");
        }
        return kind;
    }

    private static ReturnKind of(Class<?> type) {
        if (type == CompletionStage.class || type == CompletableFuture.class) {
            return STAGE;
        }
        // By name: who has no Reactor has no such methods either.
        return switch (type.getName()) {
            case "reactor.core.publisher.Mono" -> MONO;
            case "reactor.core.publisher.Flux" -> FLUX;
            default -> {
                refuseWhatGoesOn(type);
                yield VALUE;
            }
        };
    }

    /** The lock would be given back while the work still runs. */
    private static void refuseWhatGoesOn(Class<?> type) {
        boolean isPublisher =
                isA(type, "org.reactivestreams.Publisher") || isA(type, "java.util.concurrent.Flow$Publisher");
        if (isPublisher || Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("it returns a " + type.getName() + ", and when that is over cannot be"
                    + " told; return a CompletableFuture, a CompletionStage, a Mono or a Flux");
        }
        if (BaseStream.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("it returns a " + type.getName()
                    + ", which does its work when it is read, and that is after the lock is given back; return a List");
        }
    }

    private static boolean isA(@Nullable Class<?> type, String name) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals(name) || isA(type.getSuperclass(), name)) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isA(each, name)) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Object skipped(Class<?> type) {
        if (this == STAGE) {
            return CompletableFuture.completedFuture(null);
        }
        if (type == Optional.class) {
            return Optional.empty();
        }
        return (type == boolean.class || type == Boolean.class) ? false : null;
    }
}
