/** A fence for data that lives in Redis. */
@NullMarked
package dev.redlock.fencing.redis;

import org.jspecify.annotations.NullMarked;
