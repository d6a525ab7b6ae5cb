package dev.redlock.spring;

import dev.redlock.RedlockBuilder;

/**
 * A bean of this type changes the builder after the properties were applied, and before it connects. Listeners are better
 * beans of their own: a builder has one listener, and metrics need it.
 */
@FunctionalInterface
public interface RedlockBuilderCustomizer {
    void customize(RedlockBuilder builder);
}
