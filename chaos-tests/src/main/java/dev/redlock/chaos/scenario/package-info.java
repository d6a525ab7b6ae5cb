/**
 * Tells clients what to do and lets faults happen, run by run: without faults, with a mistake put in, with our lock, with
 * others. Hands what was recorded to those who judge it.
 */
@NullMarked
package dev.redlock.chaos.scenario;

import org.jspecify.annotations.NullMarked;
