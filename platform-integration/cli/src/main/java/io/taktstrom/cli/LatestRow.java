package io.taktstrom.cli;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;

/** The last sample of one point, and how many there were. Taking a sample allocates only when the point's type changes. */
final class LatestRow {

    private static final double NANOS = 1e9;

    private SampleBatch latest = new SampleBatch(1, 0);
    private DataPoint point;
    private long count;
    private long countedBefore;
    private double rate;

    LatestRow(SampleBatch batch, int i) {
        point = batch.group().points().get(batch.pointAt(i));
        take(batch, i);
    }

    void take(SampleBatch batch, int i) {
        DataType type = batch.group().typeAt(batch.pointAt(i));
        int arenaBytes = type.isInline() ? 0 : batch.lengthAt(i);
        if (arenaBytes > latest.arenaCapacity()) {
            latest = new SampleBatch(1, arenaBytes);
        }
        latest.reset(batch.group(), batch.receivedAt(), 0);
        latest.addFrom(batch, i, type);
        point = batch.group().points().get(batch.pointAt(i));
        count++;
    }

    /** Works out the rate over the time since the last call. */
    void measure(double seconds) {
        rate = (count - countedBefore) / seconds;
        countedBefore = count;
    }

    int status() {
        return latest.statusAt(0);
    }

    String[] cells(long epochNanos) {
        return new String[] {
            Printable.of(point.name()),
            Printable.value(latest, 0),
            Printable.of(point.unit()),
            StatusCode.name(status()),
            age(epochNanos - latest.receivedAt()),
            "%.1f/s".formatted(rate)
        };
    }

    static String age(long nanos) {
        double seconds = Math.max(0, nanos) / NANOS;
        if (seconds < 10) {
            return "%.1f s".formatted(seconds);
        }
        return seconds < 120 ? "%.0f s".formatted(seconds) : "%.0f min".formatted(seconds / 60);
    }
}
