package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModuleTest {
    private final ModuleDescriptor module = ModuleFinder.of(Path.of("target", "classes"))
            .find("dev.redlock.postgres")
            .orElseThrow()
            .descriptor();

    @Test
    void whoever_has_another_driver_can_do_without_this_one() {
        assertThat(module.requires())
                .filteredOn(required -> required.name().equals("org.postgresql.jdbc"))
                .singleElement()
                .satisfies(required -> assertThat(required.modifiers()).contains(Modifier.STATIC));
    }

    @Test
    void the_migration_can_be_read_by_others() {
        assertThat(module.packages()).as("a package would hide it").containsExactly("dev.redlock.postgres");
        assertThat(ClassLoader.getSystemResource(PostgresSchema.FILE)).isNotNull();
    }
}
