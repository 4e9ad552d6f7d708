package io.taktstrom.stream.source;

import java.util.List;

import io.taktstrom.data.SampleSink;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.spi.SubscriptionSettings.Trigger;

/**
 * Points of one connection that are sampled alike and go the same way.
 *
 * @param scanClass how they are sampled
 * @param points at least one
 * @param sink called by one thread at a time, though not always the same one. What it throws is reported and counted
 */
public record Scan(ScanClass scanClass, List<DataPoint> points, SampleSink sink) {

    public Scan {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("scan " + scanClass.name() + " has no points");
        }
    }

    /** What a device is asked for that pushes them. */
    SubscriptionSettings wanted() {
        Trigger trigger = scanClass.mode().isOnChange() ? Trigger.ON_CHANGE : Trigger.CYCLIC;
        return new SubscriptionSettings(trigger, scanClass.cycle(), scanClass.maxDelay());
    }
}
