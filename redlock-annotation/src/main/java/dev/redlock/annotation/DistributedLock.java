package dev.redlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method while the lock is held.
 *
 * <pre>{@code
 * @DistributedLock("stock:{productId}:{optionId}")
 * public Receipt reserve(String productId, String optionId, FencingToken token) { … }
 * }</pre>
 *
 * <p>A parameter of type {@link dev.redlock.FencingToken} or {@link dev.redlock.Lease} is given the one of this call,
 * whatever the caller passes; {@link CurrentLease} has it as well.
 *
 * <p>A method that is called while its thread holds the same lock through this annotation joins: same lease, same token. If
 * the lease has ended when the method is done, the caller gets a {@link dev.redlock.LeaseLostException} in place of the
 * result, as with {@link dev.redlock.Redlock#withLock}. The method is never interrupted.
 */
@Documented
@Inherited
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DistributedLock {

    /**
     * The name of the lock. <code>{id}</code> is the parameter of that name, <code>{order.id}</code> a property of it: a
     * record component or a getter. <code>#{…}</code> is an expression, where something that understands it is at hand: SpEL
     * with Spring. A value that is null or blank is an error, because then everybody would get the same lock.
     */
    String value();

    /** Such as {@code 30s}, {@code 500ms}, {@code 2m} or {@code PT30S}. By default that of the policy for the name. */
    String ttl() default "";

    /** How long to wait for the lock. By default as the policy says; with {@link OnHeld#SKIP} not at all. */
    String waitTimeout() default "";

    /** Whether to renew the lease while the method runs. False leaves that to the policy. */
    boolean renew() default false;

    OnHeld onHeld() default OnHeld.FAIL;

    /**
     * Keeps the lock at least this long, also if the method is done sooner. For jobs that several replicas start at the same
     * time of day: without it, a replica whose clock is a little late finds the lock free again, and does the job once more.
     * Closing the application gives the lock back sooner.
     */
    String holdAtLeast() default "";
}
