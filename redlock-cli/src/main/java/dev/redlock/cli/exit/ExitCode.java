package dev.redlock.cli.exit;

/**
 * The exit codes of {@code redlock} itself. Those from 64 on mean what sysexits.h says; programs hardly use them otherwise, so
 * that they can be told from the exit code of a command under the lock.
 */
public final class ExitCode {
    public static final int OK = 0;
    /** The doctor has found something to look at. */
    public static final int WARNINGS = 1;
    /** The doctor has found something that makes the lock unsafe or unusable; or a step of the demo did not behave as told. */
    public static final int CRITICAL = 2;
    /** The command line is wrong. */
    public static final int USAGE = 64;
    /** Too few nodes answered. Nothing was started. */
    public static final int NO_QUORUM = 69;
    /** A defect of redlock. */
    public static final int DEFECT = 70;
    /** Somebody else has the lock. Nothing was started. */
    public static final int HELD = 75;
    /** The lock was lost, and the command was ended. */
    public static final int LOST = 76;
    /** The nodes, the configuration file or this machine have to be set up in another way. */
    public static final int SETUP = 78;
    /** The command is there, but cannot be run. As in a shell. */
    public static final int NOT_EXECUTABLE = 126;
    /** There is no such command. As in a shell. */
    public static final int NOT_FOUND = 127;
    /** Plus the number of the signal: ended by a signal. As in a shell. */
    public static final int SIGNAL = 128;

    private ExitCode() {}
}
