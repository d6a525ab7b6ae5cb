/** Where settings come from: options, environment, a file. Knows which of them are secret. */
@NullMarked
package dev.redlock.cli.config;

import org.jspecify.annotations.NullMarked;
