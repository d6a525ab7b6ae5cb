/**
 * Puts every lock that takes part behind one small interface: ours, ours with a mistake put in, Redisson's, and none. Used
 * only in the processes of clients.
 */
@NullMarked
package dev.redlock.chaos.lock;

import org.jspecify.annotations.NullMarked;
