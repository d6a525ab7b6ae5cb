/**
 * The door: a lock on a majority of independent Redis nodes, with fencing tokens that only ever grow. Start at
 * {@link dev.redlock.Redlock}; everything a caller needs is in this package.
 */
@NullMarked
package dev.redlock;

import org.jspecify.annotations.NullMarked;
