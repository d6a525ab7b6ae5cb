package dev.redlock.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

/** Follows all pages of the checkout, or those that are named, as {@code .ci/docs} does in a clean clone. */
public final class WordForWord {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PATIENCE_FOR_ALL = Duration.ofMinutes(20);

    private WordForWord() {}

    public static void main(String[] names) throws IOException, InterruptedException {
        limitTime();
        Path noConfiguration = Repository.ROOT.resolve("docs-tests/target/no-configuration");
        Map<String, String> environment =
                Map.of("XDG_CONFIG_HOME", noConfiguration.toString(), "LANG", "C.UTF-8", "TERM", "dumb");
        Walk walk = new Walk(Repository.ROOT, environment, PATIENCE, System.out);
        List<String> wanted = List.of(names);
        List<String> troubles = new ArrayList<>();
        for (Page page : Repository.pages()) {
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

    private static void limitTime() {
        new Timer("limit", true)
                .schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                System.out.println(
                                        "does not come to an end within " + PATIENCE_FOR_ALL.toMinutes() + " minutes");
                                System.exit(1);
                            }
                        },
                        PATIENCE_FOR_ALL.toMillis());
    }
}
