/**
 * Tries everything: runs the real rounds against the real in-memory node through every order of events of a small world, and
 * looks for two winners whose tokens are equal or in the wrong order. No clock, so that nothing here can depend on one.
 */
@NullMarked
package dev.redlock.simulation.exhaustive;

import org.jspecify.annotations.NullMarked;
