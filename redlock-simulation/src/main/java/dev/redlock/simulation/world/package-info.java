/**
 * A cluster, its clients, their network and their clocks on one thread. What the clients run is the engine of the product,
 * and what the nodes run is its in-memory node; everything around them is simulated here.
 */
@NullMarked
package dev.redlock.simulation.world;

import org.jspecify.annotations.NullMarked;
