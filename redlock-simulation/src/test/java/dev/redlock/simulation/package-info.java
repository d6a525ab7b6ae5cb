/** The runs that belong to every build. */
@NullMarked
package dev.redlock.simulation;

import org.jspecify.annotations.NullMarked;
