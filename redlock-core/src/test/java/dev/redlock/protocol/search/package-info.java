/**
 * Tries everything: runs the real rounds against a model of the nodes through every order of events, and looks for two
 * winners whose tokens are equal or in the wrong order. No clock, so that nothing here can depend on one.
 */
@NullMarked
package dev.redlock.protocol.search;

import org.jspecify.annotations.NullMarked;
