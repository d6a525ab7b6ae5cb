/** Chooses scenarios, plays them side by side and says what came of them. Called by the test of the whole suite. */
@NullMarked
package dev.redlock.chaos.suite;

import org.jspecify.annotations.NullMarked;
