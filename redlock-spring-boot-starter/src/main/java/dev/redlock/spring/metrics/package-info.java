/** What happens to locks and fences, as Micrometer counts it. */
@NullMarked
package dev.redlock.spring.metrics;

import org.jspecify.annotations.NullMarked;
