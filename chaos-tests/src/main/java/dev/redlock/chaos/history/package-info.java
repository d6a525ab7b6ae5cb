/**
 * Says what happened: who asked for what when, which faults were there, what the ledger committed. Written by every process
 * of a run, read once by those who judge it. All times are {@link java.lang.System#nanoTime()} of one host.
 */
@NullMarked
package dev.redlock.chaos.history;

import org.jspecify.annotations.NullMarked;
