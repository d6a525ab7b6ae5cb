/** The other half: beans of redlock-fencing, and the token in outgoing and incoming requests. */
@NullMarked
package dev.redlock.spring.fencing;

import org.jspecify.annotations.NullMarked;
