/** How a token travels from the holder to the resource. */
@NullMarked
package dev.redlock.fencing.propagation;

import org.jspecify.annotations.NullMarked;
