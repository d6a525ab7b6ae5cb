/** Writes histories as processes do that are interrupted and killed, and reads them back. */
@NullMarked
package dev.redlock.chaos.history;

import org.jspecify.annotations.NullMarked;
