package dev.redlock.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The command uses the lock by its door, and no two of its packages need each other. */
class HouseTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPath(Path.of("target", "classes"));

    @Test
    void no_two_packages_need_each_other() {
        slices().matching("dev.redlock.cli.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void what_the_command_needs_of_the_lock_is_in_its_api() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redlock.runtime..",
                        "dev.redlock.protocol..",
                        "dev.redlock.node..",
                        "dev.redlock.internal..")
                .because("what the command needs, others may need, too")
                .check(CLASSES);
    }
}
