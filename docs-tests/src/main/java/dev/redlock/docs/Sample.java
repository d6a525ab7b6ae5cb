package dev.redlock.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of source, compiled and run by a test, that the documentation shows.
 *
 * <p>It stands between a line {@code // sample} and a line {@code // end}. Lines that end with {@code // hidden} are not
 * shown, a line {@code // …} is shown as an ellipsis, and {@code nodesOfAUser(nodes)} as the addresses of three nodes.
 *
 * @param line where it begins, from 1
 */
record Sample(Path file, int line, List<String> code) {
    private static final String NODES_OF_A_TEST = "nodesOfAUser(nodes)";
    private static final String NODES_OF_A_USER = "\"redis://n1:6379\", \"redis://n2:6379\", \"redis://n3:6379\"";

    static List<Sample> in(Path file) {
        List<Sample> samples = new ArrayList<>();
        List<String> lines = Repository.lines(file);
        int start = -1;
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (line.equals("// sample")) {
                start = at + 1;
            } else if (line.equals("// end") && start >= 0) {
                samples.add(new Sample(file, start + 1, lines.subList(start, at)));
                start = -1;
            }
        }
        if (start >= 0) {
            throw new IllegalStateException(Repository.name(file) + ":" + start + ": this sample has no end");
        }
        return samples;
    }

    String place() {
        return Repository.name(file) + ":" + line;
    }

    /** As it is shown; where lines are broken does not matter. */
    String shown() {
        StringBuilder shown = new StringBuilder();
        for (String each : code) {
            if (!each.endsWith("// hidden")) {
                shown.append(each.strip().equals("// …") ? "…" : each).append('\n');
            }
        }
        return withoutSpace(shown.toString().replace(NODES_OF_A_TEST, NODES_OF_A_USER));
    }

    static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
