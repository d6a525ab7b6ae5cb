/** Redlock in a Spring Boot application: auto-configuration, properties, and the annotation on beans. */
@NullMarked
package dev.redlock.spring;

import org.jspecify.annotations.NullMarked;
