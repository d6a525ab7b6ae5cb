/**
 * One Redis server as a node: connects, sends scripts, reads answers. The only package that touches Lettuce; called through
 * the node port.
 */
@NullMarked
package dev.redlock.node.lettuce;

import org.jspecify.annotations.NullMarked;
