package dev.redlock.postgres;

import dev.redlock.ContenderProcess;

/** A process full of threads that all want the same lock, on nodes of any kind. */
final class PostgresContender {
    private PostgresContender() {}

    public static void main(String[] arguments) throws Exception {
        ContenderProcess.main(arguments, Quorums::connect);
    }
}
