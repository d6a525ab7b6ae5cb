package dev.redlock.cli.demo;

import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a step is told while it happens. A claim is printed with a tick or a cross, by what was found, and never unchecked. */
final class Scene {
    /** What was said, and when. */
    record Line(Kind kind, String text, Duration at) {
        enum Kind {
            NOTE,
            PROVED,
            REFUTED
        }
    }

    /** A claim turned out not to hold. What is to follow in this step makes no sense then. */
    static final class NotAsToldException extends RuntimeException {
        private NotAsToldException(String claim) {
            super("not so: " + claim);
        }
    }

    private final Narrator narrator;
    private final long start = System.nanoTime();
    private final List<Line> lines = new ArrayList<>();

    Scene(Narrator narrator) {
        this.narrator = narrator;
    }

    /** What is being done now, which may take a moment. */
    void doing(String what) {
        narrator.doing(what);
    }

    /** An explanation, which claims nothing about what has happened. */
    void note(String text) {
        add(Line.Kind.NOTE, text);
    }

    /** A claim, and whether it holds. */
    void proved(boolean holds, String claim) {
        add(holds ? Line.Kind.PROVED : Line.Kind.REFUTED, claim);
        if (!holds) {
            throw new NotAsToldException(claim);
        }
    }

    /** Something went wrong that nobody has thought of. */
    void failed(Exception e) {
        add(Line.Kind.REFUTED, "this step could not be played: " + e);
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    String took() {
        return Times.of(elapsed());
    }

    List<Line> lines() {
        return lines;
    }

    Optional<Line> refuted() {
        return lines.stream().filter(line -> line.kind() == Line.Kind.REFUTED).findFirst();
    }

    private void add(Line.Kind kind, String text) {
        Line line = new Line(kind, text, elapsed());
        lines.add(line);
        narrator.line(line);
    }
}
