package dev.redlock.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
    private static final String BALLOT = "dev/redlock/protocol/Ballot.class";

    @TempDir
    Path folder;

    static List<Mutant> all() {
        return Catalogue.all();
    }

    /** So that no change of the production code disarms one without being noticed. */
    @ParameterizedTest
    @MethodSource("all")
    void every_defect_fits_the_source_of_today_and_compiles(Mutant mutant) throws IOException {
        Path classes = MutantCompiler.ofThisBuild().compile(mutant, folder);

        for (Patch patch : mutant.patches()) {
            String file = patch.pathOnClassPath().replace(".java", ".class");
            byte[] ordinary = ordinary(file);
            assertThat(Files.readAllBytes(classes.resolve(file))).as(file).isNotEqualTo(ordinary);
        }
    }

    private static byte[] ordinary(String file) throws IOException {
        try (var in = CatalogueTest.class.getClassLoader().getResourceAsStream(file)) {
            assertThat(in).as("%s is part of the ordinary code", file).isNotNull();
            return in.readAllBytes();
        }
    }

    @Test
    void ids_are_unique_and_found() {
        assertThat(Catalogue.all()).extracting(Mutant::id).doesNotHaveDuplicates();
        assertThat(Catalogue.byId("M09").title()).contains("token");
        assertThatThrownBy(() -> Catalogue.byId("M99")).hasMessageContaining("M99");
    }

    @Test
    void a_loaded_defect_shows_itself_and_leaves_the_ordinary_code_alone() throws Exception {
        Path classes = MutantCompiler.ofThisBuild().compile(Catalogue.byId("M03"), folder);

        try (MutantLoader loader = new MutantLoader(classes)) {
            assertThat(quorumOfFive(loader)).isEqualTo(2);
            assertThat(quorumOfFive(getClass().getClassLoader())).isEqualTo(3);
            assertThat(String.valueOf(loader.getResource(BALLOT))).contains(folder.toString());
        }
    }

    private static Object quorumOfFive(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass("dev.redlock.protocol.Ballot")
                .getMethod("quorumOf", int.class)
                .invoke(null, 5);
    }

    @Test
    void a_patch_that_no_longer_fits_or_fits_twice_is_an_error() {
        Patch patch = new Patch("module", "java/A.java", "one", "two");

        assertThat(patch.applyTo("a one b")).isEqualTo("a two b");
        assertThatThrownBy(() -> patch.applyTo("nothing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("A.java");
        assertThatThrownBy(() -> patch.applyTo("one one")).hasMessageContaining("more than once");
        assertThatThrownBy(() -> new Patch("module", "java/A.java", "one", "one"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_defect_that_does_not_compile_is_an_error() {
        Mutant broken = Mutant.of("M00", "nonsense").inClass("protocol.Ballot", "nodes / 2 + 1", "nonsense");

        assertThatThrownBy(() -> MutantCompiler.ofThisBuild().compile(broken, folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not compile");
    }
}
