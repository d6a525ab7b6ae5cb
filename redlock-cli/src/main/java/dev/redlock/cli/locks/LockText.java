package dev.redlock.cli.locks;

import dev.redlock.FencingToken;
import dev.redlock.LockStatus.NodeView;
import dev.redlock.LockStatus.Vote;
import dev.redlock.cli.terminal.Paint;
import dev.redlock.cli.terminal.Table;
import dev.redlock.cli.terminal.Table.Cell;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A lock for a tired person. */
public record LockText(Paint paint, Instant now) {

    public List<String> details(LockState state) {
        List<String> lines = new ArrayList<>();
        lines.add(paint.bold(shown(state.status().name())) + "  " + headline(state));
        state.holder().ifPresent(vote -> lines.addAll(holder(state, vote)));
        lines.add("");
        lines.addAll(nodes(state));
        return lines;
    }

    /** One line for each lock. */
    public List<String> overview(List<LockState> states) {
        Table table = new Table().header(paint, "LOCK", "STATE", "BY", "SINCE", "LEFT", "TOKEN", "VOTES");
        for (LockState state : states) {
            table.row(
                    Cell.of(shown(state.status().name())),
                    new Cell(state.kind().text(), colour(state)),
                    Cell.of(state.holder().map(vote -> shown(vote.owner())).orElse("-")),
                    Cell.of(state.holder().flatMap(Stamp::since).map(Times::of).orElse("-")),
                    Cell.of(state.holder()
                            .map(vote -> Times.of(vote.remaining()))
                            .orElse("-")),
                    Cell.of(state.token().map(FencingToken::toString).orElse("-")),
                    Cell.of(state.votes() + " of " + state.status().nodes().size()));
        }
        return table.lines();
    }

    private String headline(LockState state) {
        int nodes = state.status().nodes().size();
        String text = switch (state.kind()) {
            case HELD ->
                "is held: " + state.votes() + " of " + nodes + " votes, "
                        + state.status().needed() + " needed";
            case FREE -> "is free";
            case CONTENDED ->
                "has no holder: there are votes, but nobody has the "
                        + state.status().needed() + " of " + nodes + " that are needed";
            case UNKNOWN ->
                "may be held or not: only " + state.answered() + " of " + nodes + " nodes answered, "
                        + state.status().needed() + " are needed";
        };
        return colour(state).apply(text);
    }

    private UnaryOperator<String> colour(LockState state) {
        return switch (state.kind()) {
            case HELD -> paint::cyan;
            case FREE -> paint::green;
            case CONTENDED -> paint::yellow;
            case UNKNOWN -> paint::red;
        };
    }

    private List<String> holder(LockState state, Vote vote) {
        List<String> lines = new ArrayList<>();
        lines.add(field("by", shown(vote.owner())));
        lines.add(field("since", Stamp.since(vote).map(this::ago).orElse("the holder did not note it down")));
        lines.add(field(
                "until",
                Times.of(now.plus(vote.remaining())) + ", in " + Times.of(vote.remaining()) + ", unless renewed"));
        lines.add(field(
                "token", state.token().map(FencingToken::toString).orElse("not certain, the nodes do not agree")));
        Stamp.others(vote).forEach((key, value) -> lines.add(field(shown(key), shown(value))));
        return lines;
    }

    private String ago(Instant since) {
        Duration held = Duration.between(since, now);
        return Times.of(since) + (held.isNegative() ? " by the holder's clock" : ", " + Times.of(held) + " ago");
    }

    private String field(String key, String value) {
        return "  " + paint.dim(String.format("%-8s", key)) + " " + value;
    }

    private List<String> nodes(LockState state) {
        Table table = new Table().header(paint, "  NODE", "VOTE FOR", "LEFT", "TOKEN", "STANDING");
        for (NodeView node : state.status().nodes()) {
            table.row(
                    Cell.of("  " + node.node()),
                    Cell.of(node.vote().map(vote -> whose(state, vote)).orElse("-")),
                    Cell.of(node.vote().map(vote -> Times.of(vote.remaining())).orElse("-")),
                    Cell.of(node.vote()
                            .flatMap(Vote::token)
                            .map(FencingToken::toString)
                            .orElse("-")),
                    new Cell(node.standing(), LockState.mayVote(node) ? paint::green : paint::yellow));
        }
        return table.lines();
    }

    private static String whose(LockState state, Vote vote) {
        return state.isOfHolder(vote) ? "the holder" : shown(vote.owner());
    }

    /** Names and labels come from others: what could steer the terminal is not passed on to it. */
    public static String shown(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
