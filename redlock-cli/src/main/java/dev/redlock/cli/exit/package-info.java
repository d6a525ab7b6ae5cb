/** How a command ends: its exit codes, and the one line that says why. */
@NullMarked
package dev.redlock.cli.exit;

import org.jspecify.annotations.NullMarked;
