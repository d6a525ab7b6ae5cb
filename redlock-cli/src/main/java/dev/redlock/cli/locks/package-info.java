/** Locks as people see them: who, since when, until when, node by node. */
@NullMarked
package dev.redlock.cli.locks;

import org.jspecify.annotations.NullMarked;
