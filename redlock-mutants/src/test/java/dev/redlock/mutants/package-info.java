/** Checks that every defect still fits the source. */
@NullMarked
package dev.redlock.mutants;

import org.jspecify.annotations.NullMarked;
