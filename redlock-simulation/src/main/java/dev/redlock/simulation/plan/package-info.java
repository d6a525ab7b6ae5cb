/** Draws from a seed what will happen in a run: who takes part, how the network and the clocks are, and which faults come. */
@NullMarked
package dev.redlock.simulation.plan;

import org.jspecify.annotations.NullMarked;
