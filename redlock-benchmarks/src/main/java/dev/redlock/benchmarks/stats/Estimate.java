package dev.redlock.benchmarks.stats;

import java.util.Arrays;
import java.util.List;

/**
 * What several rounds say of one quantity.
 *
 * @param low a quarter of the rounds is below
 * @param high a quarter of the rounds is above
 */
public record Estimate(double median, double low, double high, int rounds) {

    public static Estimate of(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Estimate(at(sorted, 0.5), at(sorted, 0.25), at(sorted, 0.75), sorted.length);
    }

    /** The value below which this part of them lies. */
    public static double percentile(long[] values, double part) {
        return at(Arrays.stream(values).asDoubleStream().sorted().toArray(), part);
    }

    /** Between two values, in proportion. */
    private static double at(double[] sorted, double part) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
