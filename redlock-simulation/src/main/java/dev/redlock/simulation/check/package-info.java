/** Judges: is told of everything that happens in a run, and knows what must never happen. Never sees the code under test. */
@NullMarked
package dev.redlock.simulation.check;

import org.jspecify.annotations.NullMarked;
