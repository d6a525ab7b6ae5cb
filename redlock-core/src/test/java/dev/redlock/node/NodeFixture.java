package dev.redlock.node;

import java.time.Duration;

/** One server and the clients of it, whatever kind they are. What a test of the node port needs from an adapter. */
public interface NodeFixture {

    /** A client of the server that is not open yet, and that the fixture closes in the end. */
    LockNode newClient();

    /** Ends a server process that does not save in time: the next one may have forgotten anything. */
    void stopServer();

    /** Starts another server process in place of the one that was stopped. */
    void startServer();

    /** Deletes everything under the running process. */
    void wipe();

    /** Sets how far the wall clock of the server is ahead of the real one. */
    void moveClock(Duration ahead);
}
