/** Checks that stay on in production; called from everywhere, touches nothing. */
@NullMarked
package dev.redlock.internal;

import org.jspecify.annotations.NullMarked;
