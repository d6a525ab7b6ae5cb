package dev.redlock.postgres;

import dev.redlock.node.NodeReply;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Something to do on a connection, and who is told what came of it.
 *
 * @param keys jobs that share one are done in the order in which they came
 */
record Job(Set<String> keys, Work work, Consumer<? super NodeReply> onReply) {

    @FunctionalInterface
    interface Work {
        NodeReply on(Wire wire) throws SQLException;
    }
}
