package io.taktstrom.stream.stage;

/**
 * A straight line from raw values to physical ones: {@code value * factor + offset}.
 *
 * @param factor any finite number but 0
 * @param offset any finite number
 */
public record Scaling(double factor, double offset) {

    public Scaling {
        if (!Double.isFinite(factor) || factor == 0 || !Double.isFinite(offset)) {
            throw new IllegalArgumentException(
                    "scaling by " + factor + " and " + offset + ": wants a finite factor that is not 0, and offset");
        }
    }

    /** The line through two points, as an analogue input is specified: raw 0..27648 is 4.0..20.0. */
    public static Scaling between(double rawLow, double rawHigh, double low, double high) {
        double factor = (high - low) / (rawHigh - rawLow);
        return new Scaling(factor, low - rawLow * factor);
    }
}
