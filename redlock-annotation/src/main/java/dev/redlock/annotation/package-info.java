/** Locks around methods, by annotation. Start at {@link dev.redlock.annotation.DistributedLock}; needs no framework. */
@NullMarked
package dev.redlock.annotation;

import org.jspecify.annotations.NullMarked;
