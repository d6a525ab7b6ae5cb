package dev.redlock.cli.doctor;

/**
 * Something that is not as it should be.
 *
 * @param where the node, or what else it is about
 * @param what was found
 * @param meaning what it means for the lock
 * @param remedy how to mend it
 */
public record Finding(Severity severity, String where, String what, String meaning, String remedy) {
    /** The same, wherever it is. */
    Finding anywhere() {
        return new Finding(severity, "", what, meaning, remedy);
    }
}
