/**
 * What the tests of a service that uses the lock need, beside the real nodes of {@code dev.redlock.testkit.redis}. Called by
 * tests; touches nothing outside this process.
 */
@NullMarked
package dev.redlock.testkit;

import org.jspecify.annotations.NullMarked;
