package dev.redlock.fencing.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The test, as a child process sees it. When it is gone, so is the child. */
final class Parent {
    static final String READY = "ready";
    static final String GO_ON = "go on";
    static final String HALT = "halt";
    static final int HALTED = 42;
    private static final int ABANDONED = 43;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    Parent() {
        Thread reader = new Thread(this::read, "parent");
        reader.setDaemon(true);
        reader.start();
    }

    /** Says where this process is, and waits to hear whether it goes on from there or ends, as after a loss of power. */
    void reached(Point point) {
        sayAndWait(point.name());
    }

    /** All begin together, although they take different times to get ready. */
    void awaitStart() {
        sayAndWait(READY);
    }

    private void sayAndWait(String text) {
        System.out.println(text);
        try {
            if (lines.take().equals(HALT)) {
                Runtime.getRuntime().halt(HALTED);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException closed) {
            // As if it had ended.
        }
        Runtime.getRuntime().halt(ABANDONED);
    }
}
