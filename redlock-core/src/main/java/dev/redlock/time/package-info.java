/**
 * Time as an argument: readings of a monotonic clock, and a way to be called later. Touched by everything that waits; the
 * real clock and the simulated one both stand behind these ports.
 */
@NullMarked
package dev.redlock.time;

import org.jspecify.annotations.NullMarked;
