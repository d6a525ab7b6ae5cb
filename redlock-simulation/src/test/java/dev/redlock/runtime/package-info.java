/** Threads, as far as they are shared: next to the classes that it looks into. */
@NullMarked
package dev.redlock.runtime;

import org.jspecify.annotations.NullMarked;
