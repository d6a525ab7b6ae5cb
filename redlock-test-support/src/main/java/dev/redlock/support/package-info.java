/** Other processes, a browser and a certificate for tests. Knows nothing of the lock. */
@NullMarked
package dev.redlock.support;

import org.jspecify.annotations.NullMarked;
