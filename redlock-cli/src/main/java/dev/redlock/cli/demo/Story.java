package dev.redlock.cli.demo;

import dev.redlock.cli.terminal.Paint;
import dev.redlock.cli.terminal.Table;
import dev.redlock.cli.terminal.Table.Cell;
import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** All steps, one after the other, and what came of them. */
final class Story {
    /** What came of one step. */
    record Told(String title, String summary, List<Scene.Line> lines, Duration took, boolean asTold) {}

    private final Narrator narrator;

    Story(Narrator narrator) {
        this.narrator = narrator;
    }

    List<Told> tell(List<? extends Step> steps) throws InterruptedException {
        List<Told> told = new ArrayList<>();
        for (Step step : steps) {
            narrator.headline(told.size() + 1, steps.size(), step.title());
            Scene scene = new Scene(narrator);
            try {
                step.play(scene);
            } catch (Scene.NotAsToldException alreadySaid) {
                // The line with the cross is there; the other steps do not depend on it.
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                scene.failed(e);
            }
            boolean asTold = scene.refuted().isEmpty()
                    && scene.lines().stream().anyMatch(line -> line.kind() == Scene.Line.Kind.PROVED);
            String summary = asTold ? step.summary() : "NOT AS TOLD";
            told.add(new Told(step.title(), summary, List.copyOf(scene.lines()), scene.elapsed(), asTold));
        }
        return told;
    }

    static boolean isAsTold(List<Told> told) {
        return !told.isEmpty() && told.stream().allMatch(Told::asTold);
    }

    void table(List<Told> told) {
        Paint paint = narrator.paint();
        Table table = new Table();
        for (Told step : told) {
            UnaryOperator<String> colour = step.asTold() ? UnaryOperator.identity() : paint::red;
            boolean isAlarming = step.summary().equals(step.summary().toUpperCase(Locale.ROOT));
            table.row(
                    new Cell("  " + step.title(), colour),
                    new Cell(step.summary(), isAlarming ? paint::red : paint::green),
                    new Cell(Times.of(step.took()), paint::dim));
        }
        narrator.print("");
        table.lines().forEach(narrator::print);
        narrator.print("");
    }
}
