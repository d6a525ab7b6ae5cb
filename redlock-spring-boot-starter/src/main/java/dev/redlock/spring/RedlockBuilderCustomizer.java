package dev.redlock.spring;

import dev.redlock.RedlockBuilder;

/** A bean of this type changes the builder after the properties were applied, and before it connects. */
@FunctionalInterface
public interface RedlockBuilderCustomizer {
    void customize(RedlockBuilder builder);
}
