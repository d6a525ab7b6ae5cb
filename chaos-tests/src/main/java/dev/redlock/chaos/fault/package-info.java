/** Makes things go wrong, and sees that they did: a fault whose effect does not show fails the run. */
@NullMarked
package dev.redlock.chaos.fault;

import org.jspecify.annotations.NullMarked;
