package dev.redlock.chaos.actor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The process of a client. Does what the lines of its input say, in order within a lane, and answers each with a line. Lives
 * over many runs; when the scenario is gone, so is the client.
 */
public final class ActorMain {
    /** How a process ends that was told to die at a point. */
    public static final int HALTED = 42;

    private static final int ABANDONED = 43;

    private final Map<String, ExecutorService> lanes = new ConcurrentHashMap<>();
    private final Map<String, Worker> workers = new ConcurrentHashMap<>();
    private final Map<Long, BlockingQueue<String>> held = new ConcurrentHashMap<>();
    private volatile @Nullable Session session;

    private ActorMain() {}

    public static void main(String[] arguments) throws IOException {
        ActorMain actor = new ActorMain();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                actor.take(Message.parse(line));
            }
        }
        Runtime.getRuntime().halt(ABANDONED);
    }

    private void take(Message order) {
        switch (order.word()) {
            case "halt" -> Runtime.getRuntime().halt(HALTED);
            case "go" -> gate(order.number("of")).add("go");
            default -> {
                String lane = order.find("lane").orElse("main");
                lanes.computeIfAbsent(lane, unused -> Executors.newSingleThreadExecutor())
                        .execute(() -> answer(lane, order));
            }
        }
    }

    private void answer(String lane, Message order) {
        try {
            say(execute(lane, order));
        } catch (InterruptedException | RuntimeException e) {
            say(Message.of(order.id(), Worker.FAIL).with("detail", e));
        }
    }

    private static synchronized void say(Message answer) {
        System.out.println(answer.line());
    }

    private Message execute(String lane, Message order) throws InterruptedException {
        switch (order.word()) {
            case "open" -> {
                session = Session.open(order);
                workers.clear();
                return Message.of(order.id(), Worker.OK);
            }
            case "time" -> {
                return Message.of(order.id(), Worker.OK).with("millis", System.currentTimeMillis());
            }
            case "close" -> {
                return close(order);
            }
            case "crowd" -> {
                return new Crowd(session(), order).run();
            }
            case "interrupts" -> {
                return new Interrupts(session(), order).run();
            }
            default -> {
                Worker worker = workers.computeIfAbsent(lane, unused -> new Worker(session()));
                return report(order, worker, step(worker, order));
            }
        }
    }

    private Worker.Result step(Worker worker, Message order) {
        return switch (order.word()) {
            case "acquire" -> worker.acquire(order.get("resource"), order.millis("wait"));
            case "prepare" -> worker.prepare();
            case "pay" -> worker.pay(order.get("payout"), order.number("amount"), point -> waitAt(point, order));
            case "extend" -> worker.extend();
            case "release" -> worker.release();
            case "look" -> worker.look();
            case "work" ->
                worker.work(order.get("resource"), order.millis("wait"), order.get("payout"), order.number("amount"));
            default -> throw new IllegalArgumentException("a client cannot " + order.word());
        };
    }

    private static Message report(Message order, Worker worker, Worker.Result result) {
        Message answer = Message.of(order.id(), result.word()).with("detail", result.detail());
        return worker.holds() ? answer.with("token", worker.token()) : answer;
    }

    /** Says where it is, and goes on when it is told to; whoever stops or kills it there knows what is done and what not. */
    private void waitAt(Point point, Message order) {
        if (order.find("at").filter(point.name()::equals).isPresent()) {
            say(Message.of(order.id(), "at").with("point", point));
            try {
                gate(order.id()).take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private BlockingQueue<String> gate(long order) {
        return held.computeIfAbsent(order, unused -> new LinkedBlockingQueue<>());
    }

    private Message close(Message order) {
        Session ending = session();
        session = null;
        workers.clear();
        ending.close();
        return Message.of(order.id(), Worker.OK).with("threads", String.join(",", ending.leftThreads()));
    }

    private Session session() {
        Session open = session;
        if (open == null) {
            throw new IllegalStateException("no lock is open");
        }
        return open;
    }
}
