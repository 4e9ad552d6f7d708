package io.taktstrom.sinks.mqtt.sparkplug;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.format.TextBuffer;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * A point of a device, of one type, with its last sample: that is what a birth tells of it. Written by the thread of its
 * stream, read by the thread that makes a birth; a birth that catches it half written is followed by the sample itself.
 */
final class SparkplugMetric {

    /** Longer texts stay out of births: one that the broker does not take must not keep the node from being born. */
    private static final int MAX_BIRTH_TEXT = 1 << 10;

    final SparkplugDevice device;
    final String name;
    final long alias;
    final MetricType type;

    private final String unit;
    private volatile boolean told;
    private int status = StatusCode.BAD_WAITING_FOR_INITIAL_DATA;
    private long time;
    private long bits;
    private @Nullable TextBuffer text;

    SparkplugMetric(SparkplugDevice device, String name, long alias, MetricType type, String unit) {
        this.device = device;
        this.name = name;
        this.alias = alias;
        this.type = type;
        this.unit = unit;
    }

    /** Whether those who listen know its alias to be of this type, or will before they get more of it. */
    boolean isTold() {
        return told;
    }

    void setTold(boolean newTold) {
        told = newTold;
    }

    int status() {
        return status;
    }

    /** Adds a sample to a payload. Hot. */
    void write(SampleBatch batch, int i, boolean historical, SparkplugWriter writer, TextBuffer payload) {
        int newStatus = batch.statusAt(i);
        boolean noteworthy = newStatus != StatusCode.GOOD || status != StatusCode.GOOD;
        status = newStatus;
        long nanos = batch.sourceTimeAt(i) == SampleBatch.NO_TIME ? batch.receivedAt() : batch.sourceTimeAt(i);
        time = nanos == SampleBatch.NO_TIME ? 0 : Math.floorDiv(nanos, NANOS_PER_MILLI);
        writer.data(alias, time, historical);
        keep(batch, i);
        writeValue(writer, Integer.MAX_VALUE);
        if (noteworthy) {
            writer.status(newStatus);
        }
        writer.addTo(payload);
    }

    private void keep(SampleBatch batch, int i) {
        bits = batch.longAt(i);
        if (type.isText() && !StatusCode.isBad(status)) {
            TextBuffer kept = text;
            if (kept == null) {
                kept = new TextBuffer();
                text = kept;
            }
            kept.clear();
            MetricType.text(batch, i, kept);
        }
    }

    private void writeValue(SparkplugWriter writer, int maxText) {
        TextBuffer kept = text;
        if (StatusCode.isBad(status)) {
            writer.isNull();
        } else if (!type.isText()) {
            type.write(bits, writer);
        } else if (kept == null || kept.size() > maxText) {
            writer.isNull();
        } else {
            writer.text(kept);
        }
    }

    /** Adds itself, with its last value, to a birth. */
    void writeBirth(long nowMillis, SparkplugWriter writer, TextBuffer payload) {
        writer.birth(name, time == 0 ? nowMillis : time, type.code()).alias(alias);
        writeValue(writer, MAX_BIRTH_TEXT);
        writer.properties(status, unit);
        writer.addTo(payload);
    }
}
