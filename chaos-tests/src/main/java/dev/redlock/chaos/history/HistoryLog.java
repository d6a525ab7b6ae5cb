package dev.redlock.chaos.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The diary of one process. What is about to be done is in the file before it is done, so that nothing a process did is
 * missing when it is killed in the middle; what came of it follows as a second line.
 */
public final class HistoryLog implements AutoCloseable {

    private final String client;
    private final LongSupplier clock;
    private final OutputStream file;
    private long lastId;

    private HistoryLog(String client, LongSupplier clock, OutputStream file) {
        this.client = client;
        this.clock = clock;
        this.file = file;
    }

    /** Every process has a file of its own: it must not exist yet. */
    public static HistoryLog create(Path path, String client) {
        return create(path, client, System::nanoTime);
    }

    /** The same, in a process whose own clock may be wrong; all processes must share this one. */
    public static HistoryLog create(Path path, String client, LongSupplier clock) {
        try {
            Files.createFile(path);
            // Unbuffered: a line is with the kernel when write returns, which kill -9 cannot undo. Not a FileChannel,
            // because that one is closed for good when a thread with its interrupt flag set writes to it.
            return new HistoryLog(client, clock, new FileOutputStream(path.toFile(), true));
        } catch (IOException e) {
            throw new UncheckedIOException("no history can be written to " + path, e);
        }
    }

    public Pending acquire(long hold, String resource) {
        return invoke(hold, resource, new Intent(Kind.ACQUIRE, 0));
    }

    public Pending extend(long hold, String resource, long token) {
        return invoke(hold, resource, new Intent(Kind.EXTEND, token));
    }

    public Pending release(long hold, String resource, long token) {
        return invoke(hold, resource, new Intent(Kind.RELEASE, token));
    }

    public Pending mark(long hold, String resource, long token) {
        return invoke(hold, resource, new Intent(Kind.MARK, token));
    }

    public Pending write(long hold, String resource, long token, String payout, long amount) {
        return invoke(hold, resource, new Intent(Kind.WRITE, token, payout, amount));
    }

    /** The holder was told just now that its lease is over. */
    public void lost(long hold, String resource, long token, String why) {
        invoke(hold, resource, new Intent(Kind.LOST, token)).ok(why);
    }

    private synchronized Pending invoke(long hold, String resource, Intent intent) {
        long id = ++lastId;
        long now = clock.getAsLong();
        append(Line.of(
                Line.INVOKED,
                id,
                client,
                hold,
                intent.kind,
                resource,
                now,
                intent.token,
                intent.payout,
                intent.amount));
        return new Pending(id, intent.token);
    }

    private synchronized void append(String line) {
        try {
            file.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the history of " + client + " ends here", e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An operation that has begun. Exactly one of its methods is called, or none if nobody will ever know. */
    public final class Pending {

        private final long id;
        private final long token;

        private Pending(long id, long token) {
            this.id = id;
            this.token = token;
        }

        /**
         * The lock was granted or extended.
         *
         * @param granted 0 if the lock has no tokens
         * @param validUntil 0 if the lock does not say
         */
        public void granted(long granted, long validUntil) {
            done(Outcome.OK, granted, validUntil, "");
        }

        /** The same, by a call that tried more than once: the lease is counted from the attempt that won. */
        public void grantedAfterWaiting(long granted, long validUntil) {
            done(Outcome.OK, granted, validUntil, Operation.WAITED);
        }

        public void ok(String detail) {
            done(Outcome.OK, token, 0, detail);
        }

        public void fail(String detail) {
            done(Outcome.FAIL, token, 0, detail);
        }

        /** The fence refused the token. */
        public void stale(String detail) {
            fail(Operation.STALE + ": " + detail);
        }

        /** It was sent, and what became of it is not known. */
        public void unknown(String detail) {
            done(Outcome.INFO, token, 0, detail);
        }

        private void done(Outcome outcome, long finalToken, long validUntil, String detail) {
            append(Line.of(Line.DONE, id, clock.getAsLong(), outcome, finalToken, validUntil, detail));
        }
    }

    private record Intent(Kind kind, long token, String payout, long amount) {

        Intent(Kind kind, long token) {
            this(kind, token, "", 0);
        }
    }
}
