/** Servers that start with the application, for the profile "local". Leave it out when you copy. */
@NullMarked
package dev.redlock.examples.payout.local;

import org.jspecify.annotations.NullMarked;
