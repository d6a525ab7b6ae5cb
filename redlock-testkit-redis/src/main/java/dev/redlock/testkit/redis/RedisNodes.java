package dev.redlock.testkit.redis;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests real Redis nodes as a parameter of type {@link RedisNodeSet}, {@code List<RedisNode>} or {@code
 * RedisNode[]}.
 *
 * <p>On a class, all its tests share one set. Before each test every node is running, on time and empty again, whatever
 * the test before did to it; only settings changed with {@code CONFIG SET} stay. On a method, the test gets a set of
 * its own.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RedisNodesExtension.class)
public @interface RedisNodes {
    /** The number of nodes. */
    int value() default 3;

    /** Further arguments of {@code redis-server}, for example {@code {"--appendonly", "yes"}}. */
    String[] arguments() default {};
}
