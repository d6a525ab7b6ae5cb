package dev.redlock.chaos.scenario;

import java.nio.file.Path;

/**
 * One run: which scenario, with which lock, from which seed.
 *
 * @param number unique in this JVM, so that no two runs share a name
 * @param folder for the diaries of its clients
 */
record RunId(Scenario scenario, Contestant contestant, long seed, int number, Path folder) {

    /** What the names of its locks, accounts and payouts begin with. */
    String prefix() {
        return scenario.id() + "-" + number + "-";
    }

    @Override
    public String toString() {
        return scenario.id() + " " + contestant.role() + " " + contestant.column();
    }
}
