package dev.redlock.cli.exec;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInterruptedException;
import dev.redlock.LockOptions;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.cli.exit.CliException;
import dev.redlock.cli.exit.ExitCode;
import dev.redlock.cli.locks.LockText;
import dev.redlock.cli.locks.Stamp;
import dev.redlock.cli.terminal.Terminal;
import dev.redlock.cli.terminal.Times;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A command under a lock, from the wait for the lock to the exit code. */
public final class Job {
    private static final Duration STAMP_AGE = Duration.ofSeconds(1);

    private final Terminal terminal;
    private final String name;
    private final List<String> command;
    private final LockOptions options;
    private final Terms terms;
    private @Nullable Supervisor running;
    private @Nullable String endedBy;
    private boolean saidWhy;

    private Job(Terminal terminal, String name, List<String> command, LockOptions options, Terms terms) {
        this.terminal = terminal;
        this.name = name;
        this.command = command;
        this.options = options;
        this.terms = terms;
    }

    /** With these options, to which renewal is added, and what people shall read in the vote. */
    public static Job of(
            Terminal terminal, String name, List<String> command, LockOptions options, Optional<Duration> grace) {
        Terms terms = Terms.of(options.ttl(), grace);
        LockOptions renewed = options.withRenewal(true)
                // A lease that is about to end is not worth starting anything.
                .withMinimumValidity(terms.lead());
        return new Job(terminal, name, command, renewed, terms);
    }

    /** Returns the exit code of the command, or throws what kept it from running. */
    public int run(RedlockBuilder client) throws IOException, InterruptedException {
        Program.require(command.get(0), terminal.environment());
        OwnSession session = OwnSession.find(terminal.environment());
        listen(Thread.currentThread());
        try (Redlock redlock = client.connect();
                Lease lease = acquire(redlock)) {
            return isEnded() ? endedBySignal() : underLock(lease, session);
        } catch (LockInterruptedException e) {
            return endedBySignal();
        }
    }

    /**
     * Waits for the lock a while at a time. What stands in a vote is fixed when a try begins, and it has to say since when
     * the lock is held, not since when somebody waits for it.
     */
    private Lease acquire(Redlock redlock) {
        long start = System.nanoTime();
        while (true) {
            Duration left = options.waitTimeout().minusNanos(System.nanoTime() - start);
            boolean isLast = left.compareTo(STAMP_AGE) <= 0;
            LockOptions stamped = options.withMetadata(Stamp.of(Instant.now(), command.get(0)))
                    .withWaitTimeout(isLast ? atLeastZero(left) : STAMP_AGE);
            try {
                return redlock.acquire(name, stamped);
            } catch (LockHeldException | QuorumUnavailableException e) {
                if (isLast) {
                    throw e;
                }
                sayOnce(e);
            }
        }
    }

    private static Duration atLeastZero(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }

    private void sayOnce(RedlockException e) {
        if (!saidWhy && terminal.asksPeople()) {
            String why = e instanceof LockHeldException held
                    ? held.owner()
                            .map(owner -> "held by " + LockText.shown(owner))
                            .orElse("contended for")
                    : "too few nodes answer";
            say("waiting for '" + name + "', " + why);
            saidWhy = true;
        }
    }

    private int underLock(Lease lease, OwnSession session) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(session.command(command)).inheritIO();
        builder.environment().putAll(environment(lease));
        Guardian guardian = Guardian.start(session);
        Supervisor supervisor;
        try {
            lease.checkValid();
            supervisor = new Supervisor(lease, terms, builder.start(), guardian);
        } catch (IOException | LeaseLostException e) {
            guardian.close();
            throw e;
        }
        handOver(supervisor);
        return report(supervisor.run());
    }

    /** From now on signals are for the command, and none of them may interrupt the one who watches over it. */
    private synchronized void handOver(Supervisor supervisor) {
        running = supervisor;
        if (endedBy != null) {
            supervisor.signal(endedBy);
        }
        Thread.interrupted();
    }

    private synchronized void onEndingSignal(String signal, Thread waiting) {
        endedBy = endedBy == null ? signal : endedBy;
        if (running == null) {
            waiting.interrupt();
        } else {
            running.signal(signal);
        }
    }

    private synchronized void onOtherSignal(String signal) {
        if (running != null) {
            running.signal(signal);
        }
    }

    private synchronized boolean isEnded() {
        return endedBy != null;
    }

    private Map<String, String> environment(Lease lease) {
        long validUntil = Instant.now().plus(lease.remaining()).getEpochSecond();
        return Map.of(
                "FENCING_TOKEN", lease.token().toString(),
                "REDLOCK_NAME", name,
                "REDLOCK_VALID_UNTIL", Long.toString(validUntil));
    }

    private int report(Supervisor.Result result) {
        if (result.leftBehind() > 0) {
            say("the command has left " + result.leftBehind()
                    + (result.leftBehind() == 1 ? " process" : " processes")
                    + " behind; ended, because the lock is given back now");
        }
        if (result.loss().isEmpty()) {
            return result.exitCode();
        }
        String when = result.spare().isZero()
                ? "but whether it ended in time is not certain: check that what it wrote was fenced"
                : Times.of(result.spare()) + " before the lease would have ended";
        String why = switch (result.loss().get()) {
            case UNREACHABLE -> "it could not be renewed, too few nodes answered";
            case TAKEN -> "it was taken away, or the nodes have lost their data";
            case MAX_HOLD -> "it was held for as long as --max-hold allows";
            case EXPIRED -> "it ended while this process did not run";
            case CLOSED -> "it was given back";
        };
        throw new CliException(
                ExitCode.LOST, "lost the lock '" + name + "': " + why + "; the command is gone, " + when);
    }

    private void listen(Thread waiting) {
        Signals.ENDING.keySet().forEach(name -> Signals.on(name, signal -> onEndingSignal(signal, waiting)));
        Signals.PASSED_ON.forEach(name -> Signals.on(name, this::onOtherSignal));
        Signals.on(Signals.STOP, signal -> say("a command under a lock cannot be suspended: the lock would be lost"));
    }

    private synchronized int endedBySignal() {
        String signal = endedBy == null ? "INT" : endedBy;
        say("ended by SIG" + signal + " while waiting for the lock; the command was not started");
        return ExitCode.SIGNAL + Optional.ofNullable(Signals.ENDING.get(signal)).orElse(0);
    }

    private void say(String text) {
        terminal.err().println("redlock: " + text);
    }
}
