package dev.redlock.benchmarks.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was found out about one quantity, for each contender, or for each part of a whole. */
public record Finding(Heading heading, List<Row> rows, Form form) {

    /** How the rows are to be read. */
    public enum Form {
        /** One beside the other. */
        COMPARED,
        /** Together they are a whole. */
        PARTS
    }

    public Finding(Heading heading, List<Row> rows) {
        this(heading, rows, Form.COMPARED);
    }

    /**
     * What it is about.
     *
     * @param target what we want to reach, in words; may be empty
     */
    public record Heading(String id, String title, String unit, String target) {}

    /**
     * One contender, or one part.
     *
     * @param ratio to the base of the same round, where there is one
     */
    public record Row(String contender, Estimate value, Optional<Estimate> ratio) {}

    /** The parts of a whole, each with one value. */
    public static Finding ofParts(Heading heading, Map<String, Double> values) {
        List<Row> rows = new ArrayList<>();
        values.forEach((part, value) -> rows.add(new Row(part, Estimate.of(List.of(value)), Optional.empty())));
        return new Finding(heading, rows, Form.PARTS);
    }

    /** Values by contender and round, without a base. */
    public static Finding of(Heading heading, Map<String, List<Double>> values) {
        List<Row> rows = new ArrayList<>();
        values.forEach((who, rounds) -> rows.add(new Row(who, Estimate.of(rounds), Optional.empty())));
        return new Finding(heading, rows);
    }

    /** Values by contender and round, each divided by what the base had in the same round. */
    public static Finding against(String base, Heading heading, Map<String, List<Double>> values) {
        List<Double> bases = values.getOrDefault(base, List.of());
        List<Row> rows = new ArrayList<>();
        values.forEach((who, rounds) -> rows.add(new Row(who, Estimate.of(rounds), Optional.of(ratio(rounds, bases)))));
        return new Finding(heading, rows);
    }

    /** Round by round: what disturbs a round disturbs both. */
    public static Estimate ratio(List<Double> values, List<Double> bases) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < Math.min(values.size(), bases.size()); round++) {
            ratios.add(values.get(round) / bases.get(round));
        }
        return Estimate.of(ratios);
    }
}
