/** Keys that make a repeated request give the answer of the first one. */
@NullMarked
package dev.redlock.fencing.idempotency;

import org.jspecify.annotations.NullMarked;
