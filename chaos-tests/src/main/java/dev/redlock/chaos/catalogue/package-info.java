/** The scenarios, by what goes wrong in them. Each is a short script; its id is that of the catalogue in the documentation. */
@NullMarked
package dev.redlock.chaos.catalogue;

import org.jspecify.annotations.NullMarked;
