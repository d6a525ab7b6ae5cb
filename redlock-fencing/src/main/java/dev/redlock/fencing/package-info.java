/** Fences: what refuses a token smaller than one it has seen. Start at {@link dev.redlock.fencing.Fence}. */
@NullMarked
package dev.redlock.fencing;

import org.jspecify.annotations.NullMarked;
