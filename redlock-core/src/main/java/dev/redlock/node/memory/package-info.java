/**
 * A node without Redis, in this process. Called by the runtime through the node port; keeps to the letter of the Lua scripts,
 * so that what is tested on it holds for the real one.
 */
@NullMarked
package dev.redlock.node.memory;

import org.jspecify.annotations.NullMarked;
