/**
 * Breaks the production code on purpose: a catalogue of small patches of its source, and what compiles and loads them. Used
 * by the simulator and the chaos tests, which have to find every one of them.
 */
@NullMarked
package dev.redlock.mutants;

import org.jspecify.annotations.NullMarked;
