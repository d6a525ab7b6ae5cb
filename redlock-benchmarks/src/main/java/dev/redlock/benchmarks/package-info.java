/** Measures the lock beside its peers and the limit. {@link dev.redlock.benchmarks.Bench} is the door. */
@NullMarked
package dev.redlock.benchmarks;

import org.jspecify.annotations.NullMarked;
