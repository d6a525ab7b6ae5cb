/** A fence for data in the memory of one process, and for tests. */
@NullMarked
package dev.redlock.fencing.memory;

import org.jspecify.annotations.NullMarked;
