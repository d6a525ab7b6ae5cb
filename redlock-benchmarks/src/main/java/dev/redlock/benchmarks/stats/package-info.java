/** Numbers out of rounds: all statistics are here. */
@NullMarked
package dev.redlock.benchmarks.stats;

import org.jspecify.annotations.NullMarked;
