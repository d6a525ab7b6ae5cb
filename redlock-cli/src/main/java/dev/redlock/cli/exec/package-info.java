/** Runs a command under a lock and ends it, with everything it has started, before the lock does. */
@NullMarked
package dev.redlock.cli.exec;

import org.jspecify.annotations.NullMarked;
