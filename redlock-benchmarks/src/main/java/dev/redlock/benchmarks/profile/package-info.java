/** Where the time goes: processor time by threads and processes, samples by area of the code, heap by class. */
@NullMarked
package dev.redlock.benchmarks.profile;

import org.jspecify.annotations.NullMarked;
