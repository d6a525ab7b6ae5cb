package dev.redlock.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Follows all pages of the checkout, or those that are named, as {@code .ci/docs} does in a clean clone. */
public final class WordForWord {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private WordForWord() {}

    public static void main(String[] names) throws IOException, InterruptedException {
        Path noConfiguration = Repository.ROOT.resolve("docs-tests/target/no-configuration");
        Map<String, String> environment =
                Map.of("XDG_CONFIG_HOME", noConfiguration.toString(), "LANG", "C.UTF-8", "TERM", "dumb");
        Walk walk = new Walk(Repository.ROOT, environment, PATIENCE, System.out);
        List<String> wanted = List.of(names);
        List<String> troubles = new ArrayList<>();
        for (Page page : Repository.pagesToFollow()) {
            if (wanted.isEmpty() || wanted.contains(page.name())) {
                walk.follow(page).ifPresent(trouble -> {
                    System.out.println("FAILED " + trouble);
                    troubles.add(trouble.lines().findFirst().orElse(""));
                });
            }
        }
        troubles.forEach(trouble -> System.out.println("does not work as written: " + trouble));
        System.exit(troubles.isEmpty() ? 0 : 1);
    }
}
