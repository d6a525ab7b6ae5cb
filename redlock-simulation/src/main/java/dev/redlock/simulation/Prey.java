package dev.redlock.simulation;

import dev.redlock.mutants.Mutant;
import dev.redlock.mutants.MutantCompiler;
import dev.redlock.mutants.MutantLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** One defect that is hunted. */
public record Prey(Mutant mutant, Path folder) {

    /**
     * How a hunt ended.
     *
     * @param killer the seed or the state that showed the defect; empty if it survived
     * @param after how many seeds or states that took
     */
    public record Trophy(Mutant mutant, String killer, long after, String violation) {
        public boolean isKilled() {
            return !killer.isEmpty();
        }
    }

    public Trophy hunt() {
        String[] found = callWithDefect(Hunt.class, "").split("\t", 3);
        return found.length < 3
                ? new Trophy(mutant, "", 0, "")
                : new Trophy(mutant, found[0], Long.parseLong(found[1]), found[2]);
    }

    /** Calls a function that is loaded together with the broken code. It takes and gives nothing but what the JDK knows. */
    String callWithDefect(Class<? extends UnaryOperator<String>> function, String argument) {
        Path classes = MutantCompiler.ofThisBuild().compile(mutant, folder);
        try (MutantLoader loader = new MutantLoader(classes)) {
            @SuppressWarnings("unchecked")
            UnaryOperator<String> broken = (UnaryOperator<String>) loader.loadClass(function.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            return broken.apply(argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot hunt " + mutant, e);
        } catch (IOException e) {
            throw new IllegalStateException("cannot close the classes of " + mutant, e);
        }
    }
}
