package dev.redlock.simulation.world;

import dev.redlock.node.LockNode.Session;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Failed;
import dev.redlock.node.NodeReply.Failed.Cause;
import dev.redlock.node.NodeRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One connection of a client to a node. It keeps the order in both directions and loses nothing, until it breaks; then
 * answers are lost, and requests on their way may still arrive, even behind those of the next connection.
 */
final class Connection implements Session {
    /** What becomes of requests that are on their way when the connection breaks. */
    enum Fate {
        DROPPED,
        ARRIVING,
        ARRIVING_LATE
    }

    private final Link link;
    private final Server server;
    private final Schedule schedule;
    private final ArrayDeque<Exchange> pending = new ArrayDeque<>();
    private final Set<String> subscriptions = new HashSet<>();
    private long lastArrival;
    private long lastAnswer;
    // What is held up lets nothing overtake it, even if the way is free again sooner than it was thought.
    private long requestGate;
    private long replyGate;
    private long lastProgress;
    private boolean broken;
    private boolean ended;
    private Fate fate = Fate.ARRIVING;

    private record Exchange(NodeRequest request, Consumer<? super NodeReply> onReply) {}

    Connection(Link link, Server server, Schedule schedule) {
        this.link = link;
        this.server = server;
        this.schedule = schedule;
    }

    @Override
    public void send(NodeRequest request, Consumer<? super NodeReply> onReply) {
        if (ended) {
            onReply.accept(new Failed(Cause.NOT_CONNECTED, "not connected"));
            return;
        }
        link.sent(request);
        if (pending.isEmpty()) {
            lastProgress = schedule.now();
        }
        Exchange exchange = new Exchange(request, onReply);
        pending.add(exchange);
        long sentAt = schedule.now();
        transmit(() -> {
            link.arrives(request, sentAt);
            answer(exchange, server.serve(request));
        });
    }

    void subscribe(String name) {
        transmit(() -> {
            subscriptions.add(name);
            server.watch(name);
        });
    }

    void unsubscribe(String name) {
        transmit(() -> subscriptions.remove(name));
    }

    /** Something was released at the node. */
    void notice(String name, String holder) {
        if (subscriptions.contains(name)) {
            transmitBack(() -> link.onNotice(name, holder));
        }
    }

    private void transmit(Runnable atNode) {
        if (!broken) {
            lastArrival = Math.max(lastArrival, schedule.now() + link.delay());
            schedule.at(lastArrival, () -> arrive(atNode));
        }
    }

    private void arrive(Runnable atNode) {
        long open = Math.max(requestGate, Math.max(link.requestsHeldUntil(), server.frozenUntil()));
        if (broken && fate == Fate.DROPPED) {
            return;
        } else if (broken && fate == Fate.ARRIVING_LATE) {
            schedule.at(Math.max(schedule.now() + link.longDelay(), lastArrival), () -> runIfUp(atNode));
        } else if (open > schedule.now()) {
            requestGate = open;
            lastArrival = Math.max(lastArrival, open);
            schedule.at(open, () -> arrive(atNode));
        } else {
            runIfUp(atNode);
        }
    }

    private void runIfUp(Runnable atNode) {
        if (server.isUp() && !(broken && fate == Fate.DROPPED)) {
            atNode.run();
        }
    }

    private void answer(Exchange exchange, NodeReply reply) {
        transmitBack(() -> {
            pending.removeFirst();
            lastProgress = schedule.now();
            exchange.onReply().accept(reply);
        });
    }

    private void transmitBack(Runnable atClient) {
        if (!broken) {
            lastAnswer = Math.max(lastAnswer, schedule.now() + link.delay());
            schedule.in(link.process(), lastAnswer, () -> comeBack(atClient));
        }
    }

    private void comeBack(Runnable atClient) {
        long open = Math.max(replyGate, link.repliesHeldUntil());
        if (open > schedule.now()) {
            replyGate = open;
            lastAnswer = Math.max(lastAnswer, open);
            schedule.in(link.process(), open, () -> comeBack(atClient));
        } else if (!broken) {
            atClient.run();
        }
    }

    boolean isBroken() {
        return broken;
    }

    boolean hasDroppedAll() {
        return broken && fate == Fate.DROPPED;
    }

    /** Breaks; the client notices a little later. */
    void breakUp(Fate ofRequests) {
        if (!broken) {
            broken = true;
            fate = ofRequests;
            schedule.in(link.process(), schedule.now() + link.delay(), this::end);
        }
    }

    private void end() {
        ended = true;
        List<Exchange> lost = new ArrayList<>(pending);
        pending.clear();
        for (Exchange exchange : lost) {
            exchange.onReply().accept(new Failed(Cause.DISCONNECTED, "the connection was lost"));
        }
        link.onEnd(this);
    }

    /** Whether somebody has waited for an answer for so long that the connection must be dead. */
    boolean isStalled(long limit) {
        return !pending.isEmpty() && schedule.now() - lastProgress > limit;
    }
}
