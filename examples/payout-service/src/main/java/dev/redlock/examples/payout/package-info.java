/** A payout service: every payout and every refund happens once, whoever crashes, pauses or repeats it. */
@NullMarked
package dev.redlock.examples.payout;

import org.jspecify.annotations.NullMarked;
