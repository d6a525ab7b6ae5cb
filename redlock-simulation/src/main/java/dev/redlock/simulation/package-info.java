/**
 * Runs the real code of the lock in worlds that can be repeated: many random ones, each from a seed, and all small ones; and
 * shows with broken code that either would find a defect.
 */
@NullMarked
package dev.redlock.simulation;

import org.jspecify.annotations.NullMarked;
