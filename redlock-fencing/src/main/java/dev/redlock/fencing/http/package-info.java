/** Tokens in HTTP requests, on both sides. */
@NullMarked
package dev.redlock.fencing.http;

import org.jspecify.annotations.NullMarked;
