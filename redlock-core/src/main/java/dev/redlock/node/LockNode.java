package dev.redlock.node;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** One node. Everything is asynchronous; nothing here blocks. */
public interface LockNode {

    NodeId id();

    /** Connects, and stays connected until closed. Called once. */
    void open(Observer observer);

    /**
     * Asks to hear of releases of this name, from now on, also after the connection was lost and made again. For a ticket, see
     * {@link NodeRequest.Place}, it asks to hear of the names of which it is the first in line.
     */
    void watch(String name);

    void unwatch(String name);

    /** Ends the connection. Completes when nothing of it is left. */
    CompletionStage<Void> close();

    /** What a kind of node is to those who set up a lock: something that becomes a node once its place is known. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes a node that is not open yet, and starts nothing.
         *
         * @param index its place among all nodes, for its {@link NodeId}
         * @param keyPrefix keeps its data apart from that of other locks on the same server
         */
        LockNode create(int index, String keyPrefix);
    }

    /**
     * One connection to the node. What was found out about the server holds as long as the session: a server cannot restart
     * under it.
     */
    interface Session {
        /**
         * Sends a request, behind all requests about any of its names that were sent on this session before.
         *
         * <p>It is sent now or never: what cannot be sent is answered with {@link NodeReply.Failed}, not kept for later or
         * for another connection, and nothing is sent twice. There is no timeout here; a reply that does not come is for
         * the caller to give up on.
         *
         * @param onReply called at most once, on any thread, perhaps before this method returns; must not block
         */
        void send(NodeRequest request, Consumer<? super NodeReply> onReply);
    }

    /** Told what happens at a node. Called on any thread, but in order; must not block. */
    interface Observer {
        void connected(Session session, NodeFacts facts);

        /** The session ended, or there could not be one. */
        void disconnected(String cause);

        /** Somebody gave back the vote of a watched name; or a vote of the name is kept for a watched ticket. */
        void released(String nameOrTicket, String holderOrName);
    }
}
