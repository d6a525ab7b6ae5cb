/**
 * Sets the stage: Redis nodes, a Toxiproxy with a link for every pair of client and server, a ledger in PostgreSQL, and
 * clients in processes of their own. Knows nothing of locks and scenarios.
 */
@NullMarked
package dev.redlock.chaos.rig;

import org.jspecify.annotations.NullMarked;
