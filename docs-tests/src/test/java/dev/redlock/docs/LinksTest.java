package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every link inside the project leads somewhere. */
class LinksTest {

    @Test
    void every_link_inside_the_project_resolves() {
        List<String> broken = new ArrayList<>();
        int followed = 0;
        for (Page page : Repository.pages()) {
            for (Page.Link link : page.links()) {
                if (!link.target().matches("(https?|mailto):.*")) {
                    followed++;
                    if (!resolves(page, link.target())) {
                        broken.add(page.name() + ":" + link.line() + " -> " + link.target());
                    }
                }
            }
        }

        assertThat(broken).isEmpty();
        assertThat(followed).as("links followed").isGreaterThan(20);
    }

    private static boolean resolves(Page from, String target) {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file =
                path.isEmpty() ? from.file() : from.file().resolveSibling(path).normalize();
        if (!Files.exists(file)) {
            return false;
        }
        return hash < 0 || Page.read(file).anchors().contains(target.substring(hash + 1));
    }
}
