package dev.redlock.chaos.check.rules;

import dev.redlock.chaos.history.Entry;
import dev.redlock.chaos.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;

/** Chooses, among all places of a history where a defect fits. */
final class Dice {

    /** There is no such place. */
    static final class NoChance extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** One thing and a later one. */
    record Pair<T>(T first, T second) {}

    private final Random random;

    Dice(long seed) {
        this.random = new Random(seed);
    }

    <T> T any(List<T> choices) {
        if (choices.isEmpty()) {
            throw new NoChance();
        }
        return choices.get(random.nextInt(choices.size()));
    }

    /** The second began after the first was done. */
    Pair<Operation> twoGrantsInOrder(Story story) {
        return any(pairs(
                story.grants(),
                (first, second) -> first.resource().equals(second.resource())
                        && first.hold() != second.hold()
                        && first.doneAt() < second.invokedAt()));
    }

    Pair<Entry> twoWritesInOrder(Story story) {
        return any(pairs(
                story.writes(),
                (first, second) -> first.resource().equals(second.resource())
                        && first.token() < second.token()
                        && first.order() < second.order()));
    }

    /** The mark is newer and comes before the next write, so that only the strict fence can see it. */
    Pair<Entry> writeAndLaterMark(Story story) {
        return any(pairs(
                story.history().ledger(),
                (write, mark) -> write.type() == Entry.Type.WRITE
                        && mark.type() == Entry.Type.MARK
                        && write.resource().equals(mark.resource())
                        && write.token() < mark.token()
                        && write.order() < mark.order()));
    }

    /** Two windows of one resource, of which one follows the other, the first being the one that ends last before. */
    Pair<Hold.Span> neighbours(Story story) {
        List<Pair<Hold.Span>> pairs = new ArrayList<>();
        story.holds().stream().map(Hold::resource).distinct().forEach(resource -> {
            List<Hold.Span> spans = story.holds().stream()
                    .filter(hold -> hold.resource().equals(resource))
                    .flatMap(hold -> hold.spans().stream())
                    .sorted(Comparator.comparingLong(Hold.Span::from))
                    .toList();
            for (int i = 1; i < spans.size(); i++) {
                if (!spans.get(i - 1).hold().equals(spans.get(i).hold())) {
                    pairs.add(new Pair<>(spans.get(i - 1), spans.get(i)));
                }
            }
        });
        return any(pairs);
    }

    private static <T> List<Pair<T>> pairs(List<T> things, BiPredicate<T, T> fits) {
        List<Pair<T>> pairs = new ArrayList<>();
        for (T first : things) {
            for (T second : things) {
                if (fits.test(first, second)) {
                    pairs.add(new Pair<>(first, second));
                }
            }
        }
        return pairs;
    }
}
