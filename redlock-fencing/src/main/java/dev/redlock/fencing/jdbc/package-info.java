/** Fences in a database, checked in the transaction of the write. */
@NullMarked
package dev.redlock.fencing.jdbc;

import org.jspecify.annotations.NullMarked;
