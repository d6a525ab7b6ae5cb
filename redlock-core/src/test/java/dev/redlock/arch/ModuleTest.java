package dev.redlock.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The public surface is small because the module says so. */
class ModuleTest {

    @Test
    void only_the_door_and_the_node_port_are_exported() {
        ModuleReference module = ModuleFinder.of(Path.of("target", "classes"))
                .find("dev.redlock")
                .orElseThrow();

        assertThat(module.descriptor().exports())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder("dev.redlock", "dev.redlock.node");
        assertThat(module.descriptor().exports())
                .as("an export to one friend only is an API that nobody checks")
                .noneMatch(ModuleDescriptor.Exports::isQualified);
    }

    @Test
    void callers_need_nothing_but_the_annotations_at_compile_time() {
        ModuleReference module = ModuleFinder.of(Path.of("target", "classes"))
                .find("dev.redlock")
                .orElseThrow();

        assertThat(module.descriptor().requires())
                .filteredOn(required -> required.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE))
                .extracting(ModuleDescriptor.Requires::name)
                .containsExactly("org.jspecify");
    }
}
