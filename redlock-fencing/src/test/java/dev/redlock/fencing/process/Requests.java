package dev.redlock.fencing.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Who is asked to pay what: every payout several times, each time in another process.
 *
 * @param repeats how often each payout is asked for; at most as many as there are processes
 */
record Requests(int processes, int deals, int payoutsPerDeal, int repeats) {
    /** Everybody is at about the same deals at the same time. Mixed over all deals, two would hardly ever meet. */
    private static final int DEALS_AT_A_TIME = 2;

    /** One payout of a deal. */
    record Request(int deal, int number) {
        String id() {
            return deal + "-" + number;
        }
    }

    int payouts() {
        return deals * payoutsPerDeal;
    }

    int total() {
        return payouts() * repeats;
    }

    /** In an order that is different for every process, and the same in every run. */
    List<Request> of(int process) {
        Random random = new Random(process);
        List<Request> all = new ArrayList<>();
        for (int first = 0; first < deals; first += DEALS_AT_A_TIME) {
            List<Request> some = new ArrayList<>();
            for (int deal = first; deal < Math.min(deals, first + DEALS_AT_A_TIME); deal++) {
                addDeal(some, deal, process);
            }
            Collections.shuffle(some, random);
            all.addAll(some);
        }
        return all;
    }

    private void addDeal(List<Request> some, int deal, int process) {
        for (int number = 0; number < payoutsPerDeal; number++) {
            int first = (deal * payoutsPerDeal + number) % processes;
            if (Math.floorMod(process - first, processes) < repeats) {
                some.add(new Request(deal, number));
            }
        }
    }
}
