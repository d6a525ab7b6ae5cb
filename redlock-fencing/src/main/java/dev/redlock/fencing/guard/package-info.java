/** Lock, fence, idempotency key and transaction put together: operations that happen once. */
@NullMarked
package dev.redlock.fencing.guard;

import org.jspecify.annotations.NullMarked;
