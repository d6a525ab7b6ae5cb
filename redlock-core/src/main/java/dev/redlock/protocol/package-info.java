/**
 * Decides. Pure functions of state, event and time; called by the runtime, and run as they are by the simulator. No clock,
 * thread, randomness, log or Redis in here.
 */
@NullMarked
package dev.redlock.protocol;

import org.jspecify.annotations.NullMarked;
