package io.taktstrom.cli.soak;

/**
 * How much a quantity grows in an hour: least squares over the points, with the interval in which the slope is with 95 %.
 *
 * @param low its lower end; infinite where there are fewer than three points
 */
record Slope(double perHour, double low, double high) {

    /** Fits a line to points of the same length. */
    static Slope of(double[] hours, double[] values) {
        int n = hours.length;
        double meanX = mean(hours);
        double meanY = mean(values);
        double sxx = 0;
        double sxy = 0;
        for (int i = 0; i < n; i++) {
            sxx += (hours[i] - meanX) * (hours[i] - meanX);
            sxy += (hours[i] - meanX) * (values[i] - meanY);
        }
        double slope = sxx == 0 ? 0 : sxy / sxx;
        if (n < 3 || sxx == 0) {
            return new Slope(slope, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double off = values[i] - meanY - slope * (hours[i] - meanX);
            squares += off * off;
        }
        double half = student(n - 2) * Math.sqrt(squares / (n - 2) / sxx);
        return new Slope(slope, slope - half, slope + half);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /**
     * The quantile 0.975 of Student's distribution, to 1 % from three degrees of freedom on: the Cornish-Fisher expansion about that of
     * the normal distribution (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5).
     */
    static double student(int freedom) {
        double z = 1.959964;
        double z3 = z * z * z;
        double z5 = z3 * z * z;
        double z7 = z5 * z * z;
        return z
                + (z3 + z) / (4.0 * freedom)
                + (5 * z5 + 16 * z3 + 3 * z) / (96.0 * freedom * freedom)
                + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384.0 * freedom * freedom * freedom);
    }
}
