/**
 * Runs real Redis nodes for tests and breaks them on demand; called by tests, and touches processes, files and
 * containers, but knows nothing of the lock.
 */
@NullMarked
package dev.redlock.testkit.redis;

import org.jspecify.annotations.NullMarked;
