/** Locks that are compared, each behind one interface. Knows nothing of how they are measured. */
@NullMarked
package dev.redlock.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
