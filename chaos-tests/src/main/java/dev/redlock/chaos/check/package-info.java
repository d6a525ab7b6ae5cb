/**
 * Judges a history. Pure functions: no clock, thread, randomness or Redis in here, so that every verdict can be repeated from
 * the files of the run.
 */
@NullMarked
package dev.redlock.chaos.check;

import org.jspecify.annotations.NullMarked;
