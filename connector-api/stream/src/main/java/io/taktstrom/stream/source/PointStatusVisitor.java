package io.taktstrom.stream.source;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;

/** Is shown how the points of a connection do, one after the other. */
@FunctionalInterface
public interface PointStatusVisitor {

    /**
     * A point that is sampled.
     *
     * @param status of its last sample; {@code Bad_WaitingForInitialData} while none has come
     */
    void onPoint(ScanClass scanClass, DataPoint point, int status);
}
