package dev.redlock.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * The production code with one defect.
 *
 * @param id by which it is called in results, such as {@code M09}
 * @param title what is wrong, in plain words
 * @param ground where the defect can show itself
 * @param patches more than one where one defect lives in several places
 */
public record Mutant(String id, String title, Ground ground, List<Patch> patches) {

    /** Where a defect can show itself. */
    public enum Ground {
        /** In the simulator, which runs everything but the adapter to Redis, and on real processes. */
        EVERYWHERE,
        /** Only on real processes: it is in a part that the simulator replaces, such as the clock or the connection. */
        PROCESSES,
        /** Only with several threads, of which the simulator has one. */
        THREADS
    }

    public Mutant {
        patches = List.copyOf(patches);
    }

    static Mutant of(String id, String title) {
        return new Mutant(id, title, Ground.EVERYWHERE, List.of());
    }

    static Mutant withThreads(String id, String title) {
        return new Mutant(id, title, Ground.THREADS, List.of());
    }

    static Mutant onProcesses(String id, String title) {
        return new Mutant(id, title, Ground.PROCESSES, List.of());
    }

    /** @param className below {@code dev.redlock}, such as {@code protocol.Ballot} */
    Mutant inClass(String className, String find, String replacement) {
        return with("java/dev/redlock/" + className.replace('.', '/') + ".java", find, replacement);
    }

    Mutant inScript(String name, String find, String replacement) {
        return with("resources/dev/redlock/node/lettuce/" + name + ".lua", find, replacement);
    }

    private Mutant with(String file, String find, String replacement) {
        List<Patch> more = new ArrayList<>(patches);
        more.add(new Patch("redlock-core", file, find, replacement));
        return new Mutant(id, title, ground, more);
    }

    @Override
    public String toString() {
        return id + " " + title;
    }
}
