package io.taktstrom.benchmarks.paired;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * How much faster one contender is than another: the median over rounds, with the 95 % interval that resampling the
 * rounds gives.
 */
public record Ratio(double median, double low, double high) {

    private static final int RESAMPLES = 2000;

    /** Operations per second of {@code a} over those of {@code b}, round by round. */
    public static Ratio of(List<Slice> a, List<Slice> b) {
        return of(a, b, Slice::perSecond);
    }

    /** A figure of {@code a} over that of {@code b}, round by round. */
    public static Ratio of(List<Slice> a, List<Slice> b, ToDoubleFunction<Slice> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < a.size(); round++) {
            ratios.add(figure.applyAsDouble(a.get(round)) / figure.applyAsDouble(b.get(round)));
        }
        return of(ratios);
    }

    /** Of ratios that were measured one by one. */
    public static Ratio of(List<Double> ratios) {
        // Seeded, so that the same data always give the same report.
        Random random = new Random(42);
        double[] medians = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            List<Double> sample = new ArrayList<>();
            for (int j = 0; j < ratios.size(); j++) {
                sample.add(ratios.get(random.nextInt(ratios.size())));
            }
            medians[i] = median(sample);
        }
        Arrays.sort(medians);
        return new Ratio(median(ratios), medians[RESAMPLES / 40], medians[RESAMPLES - 1 - RESAMPLES / 40]);
    }

    /** The median, and the interval in brackets. */
    public String text() {
        return String.format(Locale.ROOT, "%.3f (%.3f .. %.3f)", median, low, high);
    }

    public static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
