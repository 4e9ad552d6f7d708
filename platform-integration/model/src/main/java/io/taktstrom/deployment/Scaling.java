package io.taktstrom.deployment;

/**
 * Published value = device value * factor + offset. A write goes the other way.
 *
 * @param factor not 0
 * @param offset in the unit of the published value
 */
public record Scaling(double factor, double offset) {

    /** Changes nothing. */
    public static final Scaling NONE = new Scaling(1, 0);

    public Scaling {
        if (factor == 0 || !Double.isFinite(factor) || !Double.isFinite(offset)) {
            throw new IllegalArgumentException("scale " + factor + " and offset " + offset
                    + " must be finite, and scale not 0, or a write could not be turned back");
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** The published value of a device's value. */
    public double apply(double deviceValue) {
        return deviceValue * factor + offset;
    }

    /** The device's value of a published value. */
    public double undo(double publishedValue) {
        return (publishedValue - offset) / factor;
    }
}
