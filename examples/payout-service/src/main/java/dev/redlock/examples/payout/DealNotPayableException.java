package dev.redlock.examples.payout;

/** The deal is not in a state in which this can be done. */
public final class DealNotPayableException extends RuntimeException {
    DealNotPayableException(String dealId, String why) {
        super("deal '" + dealId + "' " + why);
    }
}
