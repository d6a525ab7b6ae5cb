/**
 * The port to one node: a place that gives its vote for a name to one holder at a time. Called by the runtime; implemented
 * by adapters, each of which touches one kind of server.
 */
@NullMarked
package dev.redlock.node;

import org.jspecify.annotations.NullMarked;
