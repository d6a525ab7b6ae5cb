package dev.redlock.cli.locks;

import dev.redlock.LockStatus.NodeView;
import dev.redlock.Redlock;
import dev.redlock.cli.terminal.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * All locks that fit a pattern at one moment, and the nodes that were asked.
 *
 * @param answered how many nodes have answered
 */
public record Survey(List<LockState> locks, List<NodeView> nodes, int answered) {
    /** Nobody is asked about it as a lock; the question tells how the nodes are, which an empty list does not. */
    private static final String ANY_NAME = "*";

    /** Those whose name fits the pattern, in which {@code *} stands for any text. */
    public static Survey of(Redlock redlock, String pattern) {
        Pattern wanted = Pattern.compile(
                "\\Q" + pattern.replace("\\E", "\\E\\\\E\\Q").replace("*", "\\E.*\\Q") + "\\E", Pattern.DOTALL);
        List<LockState> locks = redlock.locks().stream()
                .filter(status -> wanted.matcher(status.name()).matches())
                .map(LockState::of)
                .toList();
        LockState nodes = LockState.of(redlock.inspect(ANY_NAME));
        return new Survey(locks, nodes.status().nodes(), nodes.answered());
    }

    public boolean isComplete() {
        return answered >= nodes.size() / 2 + 1;
    }

    /** The nodes that need a look; nothing if all of them vote. */
    public List<String> remarks(Paint paint) {
        List<String> remarks = new ArrayList<>();
        for (NodeView node : nodes) {
            if (!LockState.mayVote(node)) {
                remarks.add(paint.yellow("node " + node.node() + ": " + node.standing()));
            }
        }
        if (!isComplete()) {
            remarks.add(paint.red("only " + answered + " of " + nodes.size()
                    + " nodes answered: there may be locks that are not shown"));
        }
        return remarks;
    }
}
