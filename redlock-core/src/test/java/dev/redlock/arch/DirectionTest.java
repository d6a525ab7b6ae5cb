package dev.redlock.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Imports point down only: door, runtime, protocol, node, time. What is decided can be simulated. */
@AnalyzeClasses(packages = "dev.redlock", importOptions = DirectionTest.CoreOnly.class)
class DirectionTest {

    /** Neither the tests nor the fixtures they use. */
    static final class CoreOnly implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return location.contains("/redlock-core/target/classes/");
        }
    }

    @ArchTest
    static final ArchRule NO_TWO_PACKAGES_NEED_EACH_OTHER =
            slices().matching("dev.redlock.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOTHING_BELOW_KNOWS_THE_DOOR = noClasses()
            .that()
            .resideInAPackage("dev.redlock.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.redlock")
            .because("the door wires what is below it, and nothing below it may need the door");

    @ArchTest
    static final ArchRule THE_PROTOCOL_ONLY_DECIDES = noClasses()
            .that()
            .resideInAPackage("dev.redlock.protocol")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io..", "org.slf4j..", "java.util.concurrent..", "dev.redlock.runtime..")
            .because("the protocol runs in the simulator as it is");

    @ArchTest
    static final ArchRule THE_PROTOCOL_IS_TOLD_THE_TIME = noClasses()
            .that()
            .resideInAPackage("dev.redlock.protocol")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(dev.redlock.time.Ticker.class)
            .because("a clock read inside a decision cannot be simulated");

    @ArchTest
    static final ArchRule THE_PROTOCOL_ITERATES_IN_A_FIXED_ORDER = noClasses()
            .that()
            .resideInAPackage("dev.redlock.protocol")
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "calls a factory of unordered collections",
                    call -> call.getTargetOwner().isEquivalentTo(Set.class)
                            || call.getTargetOwner().isEquivalentTo(Map.class)))
            .because("Set.of and Map.of iterate in another order in every run, which no seed can replay");

    @ArchTest
    static final ArchRule ONE_PACKAGE_KNOWS_LETTUCE = noClasses()
            .that()
            .resideOutsideOfPackage("dev.redlock.node.lettuce")
            .and(DescribedPredicate.not(JavaClass.Predicates.simpleName("RedlockBuilder")))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.lettuce..", "io.netty..")
            .because("another kind of node must be possible without Lettuce");

    @ArchTest
    static final ArchRule ONE_CLOCK = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.redlock.time.Ticker")
            .should()
            .callMethod(System.class, "nanoTime")
            .because("there is one clock, and it is passed on");

    @ArchTest
    static final ArchRule THE_RUNTIME_IS_DETERMINISTIC = noClasses()
            .that()
            .resideInAnyPackage("dev.redlock.runtime", "dev.redlock.protocol", "dev.redlock.node.memory")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .because("chance and threads come in from outside, so that a run can be repeated");
}
