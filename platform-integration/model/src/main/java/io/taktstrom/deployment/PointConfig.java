package io.taktstrom.deployment;

import io.taktstrom.model.DataPoint;

/**
 * A data point and how it is sampled.
 *
 * @param point name, address, type, unit and labels
 * @param connection name of the connection that has it
 * @param scan name of its scan class
 * @param scaling from the device's value to the published one
 * @param deadband smallest change of the published value that is passed on; 0 for every sample
 */
public record PointConfig(DataPoint point, String connection, String scan, Scaling scaling, double deadband) {

    public PointConfig {
        if (!(deadband >= 0 && Double.isFinite(deadband))) {
            throw new IllegalArgumentException(
                    "point " + point.name() + ": deadband " + deadband + " must be 0 or more");
        }
    }

    public String name() {
        return point.name();
    }
}
