/** Shows findings as a table, as JSON and as a page. Measures nothing. */
@NullMarked
package dev.redlock.benchmarks.report;

import org.jspecify.annotations.NullMarked;
