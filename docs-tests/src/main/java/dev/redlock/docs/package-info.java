/** Reads the documentation as a new user does: runs what it shows, and follows where it points. */
@NullMarked
package dev.redlock.docs;

import org.jspecify.annotations.NullMarked;
