/** The samples of the README and of the pages under docs, as tests. What is between {@code // sample} and {@code // end} is shown. */
@NullMarked
package dev.redlock.docs.samples;

import org.jspecify.annotations.NullMarked;
