/** Health and the endpoint {@code locks}, where there is an actuator. */
@NullMarked
package dev.redlock.spring.actuate;

import org.jspecify.annotations.NullMarked;
