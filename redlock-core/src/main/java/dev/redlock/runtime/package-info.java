/**
 * Acts: sends, waits, delivers, renews. Called by the door; asks the protocol for every decision, and touches the world only
 * through the node and time ports, so that it runs in a simulator as it is.
 */
@NullMarked
package dev.redlock.runtime;

import org.jspecify.annotations.NullMarked;
