package dev.redlock.cli.demo;

import dev.redlock.cli.terminal.Paint;
import dev.redlock.cli.terminal.Terminal;
import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;

/** Writes the story to the terminal: on a real one with a moving sign for what takes a moment, elsewhere line by line. */
final class Narrator implements AutoCloseable {
    private static final String[] UNICODE_FRAMES = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final String[] ASCII_FRAMES = {"|", "/", "-", "\\"};
    private static final long FRAME_NANOS = 100_000_000;
    private static final int WIDTH = 82;
    private static final String INDENT = "     ";
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream out;
    private final Paint paint;
    private final boolean moves;
    private final boolean unicode;
    private final Thread ticker;
    private String doing = "";
    private boolean closed;

    Narrator(Terminal terminal) {
        this.out = terminal.out();
        this.paint = terminal.paint();
        this.moves = terminal.showsPeople();
        this.unicode = terminal.isUnicode();
        this.ticker = new Thread(this::tick, "narrator");
        ticker.setDaemon(true);
        ticker.start();
    }

    Paint paint() {
        return paint;
    }

    String tick(boolean good) {
        return good ? paint.green(unicode ? "✓" : "ok") : paint.red(unicode ? "✗" : "NO");
    }

    synchronized void print(String line) {
        erase();
        out.println(line);
    }

    synchronized void headline(int number, int of, String title) {
        erase();
        doing = "";
        out.println();
        out.println(paint.dim(number + "/" + of) + "  " + paint.bold(title));
    }

    synchronized void doing(String what) {
        doing = what;
        draw(0);
    }

    synchronized void line(Scene.Line line) {
        erase();
        doing = "";
        String sign = switch (line.kind()) {
            case NOTE -> paint.dim(unicode ? "·" : "-");
            case PROVED -> tick(true);
            case REFUTED -> tick(false);
        };
        boolean isNote = line.kind() == Scene.Line.Kind.NOTE;
        String first = INDENT + sign + " ";
        for (String part : wrapped(line.text())) {
            out.println(first + (isNote ? paint.dim(part) : part));
            first = INDENT + (unicode || isNote ? "  " : "   ");
        }
    }

    private static java.util.List<String> wrapped(String text) {
        java.util.List<String> parts = new java.util.ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (part.length() > 0 && part.length() + word.length() > WIDTH - INDENT.length() - 4) {
                parts.add(part.toString());
                part.setLength(0);
            }
            part.append(part.length() == 0 ? "" : " ").append(word);
        }
        parts.add(part.toString());
        return parts;
    }

    private void tick() {
        for (int frame = 0; ; frame++) {
            LockSupport.parkNanos(FRAME_NANOS);
            synchronized (this) {
                if (closed) {
                    return;
                }
                draw(frame);
            }
        }
    }

    private synchronized void draw(int frame) {
        if (moves && !doing.isEmpty()) {
            String[] frames = unicode ? UNICODE_FRAMES : ASCII_FRAMES;
            out.print(CLEAR + INDENT + paint.cyan(frames[frame % frames.length]) + " " + paint.dim(doing));
            out.flush();
        }
    }

    private void erase() {
        if (moves) {
            out.print(CLEAR);
        }
    }

    @Override
    public synchronized void close() {
        erase();
        closed = true;
    }
}
