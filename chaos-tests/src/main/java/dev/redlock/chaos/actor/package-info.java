/**
 * What runs in the process of a client: takes orders by lines, opens a lock, pays under it, and writes down what it did
 * before and after each step.
 */
@NullMarked
package dev.redlock.chaos.actor;

import org.jspecify.annotations.NullMarked;
