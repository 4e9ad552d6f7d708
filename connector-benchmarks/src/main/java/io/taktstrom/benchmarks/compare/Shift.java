package io.taktstrom.benchmarks.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import io.taktstrom.benchmarks.paired.Ratio;

/**
 * How a measure has moved from one run to another: the ratio of the medians, with the 95 % interval that resampling both runs gives. The
 * runs are hours apart or on different machines, so rounds are not pairs.
 *
 * @param ratio the later one over the earlier one; NaN where one of them is 0 or missing
 * @param low lower end of the interval; NaN where there are too few rounds for one
 * @param high its upper end
 */
record Shift(double ratio, double low, double high) {

    static final String BETTER = "**better**";
    static final String WORSE = "**worse**";
    static final String SAME = "same";
    static final String NOT_CLEAR = "not clear";
    static final String TOO_FEW = "too few rounds";

    /** Rounds, for an interval to mean something. */
    private static final int ENOUGH = 3;

    private static final int RESAMPLES = 2_000;
    /** Half widths of the normal distribution: JMH's 99.9 %, and ours. */
    private static final double WIDTH_999 = 3.29;

    private static final double WIDTH_95 = 1.96;
    /** What is less is nobody's concern. */
    private static final double LEAST = 0.02;

    static Shift of(Measure before, Measure now) {
        if (before.isNoneLike(now)) {
            return new Shift(1, 1, 1);
        }
        double ratio = now.median() / before.median();
        if (before.error() > 0 && now.error() > 0) {
            double half = ratio
                    * Math.hypot(before.error() / before.median(), now.error() / now.median())
                    * WIDTH_95
                    / WIDTH_999;
            return new Shift(ratio, ratio - half, ratio + half);
        }
        if (before.values().size() < ENOUGH || now.values().size() < ENOUGH) {
            return new Shift(ratio, Double.NaN, Double.NaN);
        }
        // Seeded, so that the same data always give the same report.
        Random random = new Random(42);
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            ratios[i] = resampled(now.values(), random) / resampled(before.values(), random);
        }
        Arrays.sort(ratios);
        return new Shift(ratio, ratios[RESAMPLES / 40], ratios[RESAMPLES - 1 - RESAMPLES / 40]);
    }

    private static double resampled(List<Double> values, Random random) {
        return Ratio.median(random.ints(values.size(), 0, values.size())
                .mapToObj(values::get)
                .toList());
    }

    /** What to make of it, in a word. */
    String verdict(boolean higherIsBetter) {
        if (Double.isNaN(ratio)) {
            return "";
        }
        if (Double.isNaN(low) || Double.isNaN(high)) {
            return TOO_FEW;
        }
        if (low > 1 + LEAST || high < 1 - LEAST) {
            return low > 1 == higherIsBetter ? BETTER : WORSE;
        }
        return low > 1 - 2 * LEAST && high < 1 + 2 * LEAST ? SAME : NOT_CLEAR;
    }

    String text() {
        if (Double.isNaN(ratio)) {
            return "-";
        }
        return Double.isNaN(low) ? String.format(Locale.ROOT, "%.3f", ratio) : new Ratio(ratio, low, high).text();
    }
}
