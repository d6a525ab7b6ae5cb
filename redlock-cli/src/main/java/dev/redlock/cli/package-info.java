/** The command {@code redlock}: what can be typed, and what comes of it. */
@NullMarked
package dev.redlock.cli;

import org.jspecify.annotations.NullMarked;
