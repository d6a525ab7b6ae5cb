/** The page that shows what happens, and lets you stop a holder. For looking at, not for copying. */
@NullMarked
package dev.redlock.examples.payout.demo;

import org.jspecify.annotations.NullMarked;
