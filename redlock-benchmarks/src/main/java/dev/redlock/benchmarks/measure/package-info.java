/** What is measured, one class for each way of measuring. Contenders take turns. */
@NullMarked
package dev.redlock.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
