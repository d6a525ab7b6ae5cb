/**
 * The promises of the catalogue, one checker each. They read a history and say which promise was broken by whom and when; the
 * effort grows as n log n at most.
 */
@NullMarked
package dev.redlock.chaos.check.rules;

import org.jspecify.annotations.NullMarked;
