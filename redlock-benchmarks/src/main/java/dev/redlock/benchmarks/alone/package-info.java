/** Our own code alone, without Redis, Netty and Lettuce, measured by JMH. Nobody is compared here. */
@NullMarked
package dev.redlock.benchmarks.alone;

import org.jspecify.annotations.NullMarked;
