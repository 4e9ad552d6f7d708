package io.taktstrom.connect.source;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/** What all records of a point have in common. One thread. */
final class RecordTarget {

    final DataPoint point;
    final String topic;
    /** Null for none. */
    final @Nullable String key;
    /** Counts it. */
    final Numbering.Series series;

    final ConnectHeaders headers = new ConnectHeaders();
    private final KnownType known;

    /** The type of a point, whichever group it is in. */
    static final class KnownType {
        private @Nullable DataType type;
    }

    RecordTarget(DataPoint point, KnownType known, String topic, String key, Numbering.Series series) {
        this.point = point;
        this.known = known;
        this.topic = topic;
        this.key = key.isEmpty() ? null : key;
        this.series = series;
    }

    /** Null as long as neither the deployment nor the device has said it. */
    @Nullable
    DataType type() {
        return known.type;
    }

    void setType(DataType newType) {
        known.type = newType;
    }
}
