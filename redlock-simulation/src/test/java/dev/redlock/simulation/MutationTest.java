package dev.redlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.mutants.Catalogue;
import dev.redlock.mutants.Mutant;
import dev.redlock.mutants.Mutant.Ground;
import dev.redlock.simulation.Prey.Trophy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proof that the simulator and the search can fail: with each known defect in the code, one of them does. */
class MutationTest {
    @TempDir
    Path folder;

    @Test
    void every_defect_that_can_show_itself_here_is_found() {
        List<Mutant> hunted = Catalogue.all().stream()
                .filter(mutant -> mutant.ground() == Ground.EVERYWHERE)
                .toList();

        List<Trophy> trophies = hunted.parallelStream()
                .map(mutant -> new Prey(mutant, folder.resolve(mutant.id())).hunt())
                .toList();

        trophies.forEach(Results.ofThisBuild()::add);
        Catalogue.all().stream()
                .filter(mutant -> mutant.ground() != Ground.EVERYWHERE)
                .forEach(Results.ofThisBuild()::addForeign);
        assertThat(trophies).hasSizeGreaterThan(25).allMatch(Trophy::isKilled);
    }
}
