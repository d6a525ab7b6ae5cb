/**
 * One PostgreSQL database as a node. Called by the runtime through the node port; touches JDBC and nothing else. What a node
 * decides is decided by the functions in the database; here requests are put in order, sent, and their answers read.
 */
@NullMarked
package dev.redlock.postgres;

import org.jspecify.annotations.NullMarked;
