/** Shared by the packages of this module; not for callers. */
@NullMarked
package dev.redlock.fencing.internal;

import org.jspecify.annotations.NullMarked;
