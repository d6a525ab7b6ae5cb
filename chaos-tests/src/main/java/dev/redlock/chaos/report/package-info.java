/**
 * Shows the verdicts: {@code results.json} for machines and one self-contained {@code index.html} for people. Reads only what
 * the checkers and the history say.
 */
@NullMarked
package dev.redlock.chaos.report;

import org.jspecify.annotations.NullMarked;
