package dev.redlock.fencing.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private final ModuleDescriptor module = ModuleFinder.of(Path.of("target", "classes"))
            .find("dev.redlock.fencing")
            .orElseThrow()
            .descriptor();

    @Test
    void what_the_packages_share_among_themselves_is_not_exported() {
        assertThat(module.packages()).contains("dev.redlock.fencing.internal");
        assertThat(module.exports())
                .extracting(ModuleDescriptor.Exports::source)
                .doesNotContain("dev.redlock.fencing.internal")
                .hasSize(module.packages().size() - 1);
        assertThat(module.exports()).noneMatch(ModuleDescriptor.Exports::isQualified);
    }

    @Test
    void whoever_has_no_servlets_can_do_without_them() {
        assertThat(module.requires())
                .filteredOn(required -> required.name().equals("jakarta.servlet"))
                .singleElement()
                .satisfies(required -> assertThat(required.modifiers()).contains(Modifier.STATIC));
    }
}
