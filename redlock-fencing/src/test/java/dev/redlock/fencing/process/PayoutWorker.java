package dev.redlock.fencing.process;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.fencing.fixture.TestDatabase;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.guard.Outcome;
import dev.redlock.fencing.internal.OpenTransaction;
import dev.redlock.fencing.process.Requests.Request;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/** One of several processes that are asked for the same payouts. Answers every request until it is done; says how that went. */
final class PayoutWorker {
    private static final int THREADS = 2;

    private final Tally tally = new Tally();
    private final Queue<Request> requests;
    private final DataSource source;

    private PayoutWorker(List<Request> requests, DataSource source) {
        this.requests = new ConcurrentLinkedQueue<>(requests);
        this.source = source;
    }

    static List<String> arguments(
            boolean guarded, Requests requests, int process, String database, List<String> nodes) {
        return List.of(
                Boolean.toString(guarded),
                Integer.toString(TestDatabase.POSTGRESQL.port()),
                database,
                String.join(",", nodes),
                Integer.toString(process),
                Integer.toString(requests.processes()),
                Integer.toString(requests.deals()),
                Integer.toString(requests.payoutsPerDeal()),
                Integer.toString(requests.repeats()));
    }

    public static void main(String[] arguments) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 4; i < arguments.length; i++) {
            numbers.add(Integer.parseInt(arguments[i]));
        }
        Requests requests = new Requests(numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
        int port = Integer.parseInt(arguments[1]);
        DataSource source = SmallPool.of(Ledger.source(port, arguments[2]), THREADS);
        LockOptions options = LockOptions.defaults().withWaitTimeout(Duration.ofMillis(20));
        PayoutWorker worker = new PayoutWorker(requests.of(numbers.get(0)), source);
        try (Redlock redlock = Redlock.builder()
                .nodes(arguments[3].split(",", -1))
                .defaults(options)
                .connect()) {
            new Parent().awaitStart();
            worker.work(Boolean.parseBoolean(arguments[0]), GuardedOperations.on(redlock, source));
        }
        System.out.println(worker.tally);
    }

    private void work(boolean guarded, GuardedOperations operations) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    for (Request next = requests.poll(); next != null; next = requests.poll()) {
                        answer(next, guarded, operations);
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** What is not done yet is asked for again, after the others. */
    private void answer(Request request, boolean guarded, GuardedOperations operations) throws SQLException {
        if (!guarded) {
            payUnguarded(request);
            return;
        }
        Outcome<String> outcome = operations.run("payout", request.id(), "100", transaction -> {
            Ledger.pay(transaction.connection(), request.id(), request.deal());
            return "paid";
        });
        tally.add(outcome.getClass().getSimpleName(), 1);
        if (!outcome.isDone()) {
            requests.add(request);
        }
    }

    private void payUnguarded(Request request) throws SQLException {
        OpenTransaction.run(source, connection -> {
            Ledger.pay(connection, request.id(), request.deal());
            return request;
        });
        tally.add("Done", 1);
    }
}
