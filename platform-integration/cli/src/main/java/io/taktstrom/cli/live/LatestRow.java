package io.taktstrom.cli.live;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/** The last sample of one point, and how many there are. Taking a sample allocates only when the point's type changes. */
final class LatestRow {

    private static final double NANOS = 1e9;
    private static final double RATE_SECONDS = 2;
    private static final long NEVER = -1;
    /** More digits than can be read in a moving table. */
    private static final MathContext LEGIBLE = new MathContext(9);

    private SampleBatch latest = new SampleBatch(1, 0);
    private DataPoint point = DataPoint.of("?");
    private long count;
    private long countedBefore = NEVER;
    private double rate = Double.NaN;

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

    /** Computes the rate, mostly of the last seconds: that of one period alone would jump. */
    void measure(double seconds) {
        if (countedBefore != NEVER) {
            double now = (count - countedBefore) / seconds;
            double weight = Double.isNaN(rate) ? 1 : Math.min(1, seconds / RATE_SECONDS);
            rate = (Double.isNaN(rate) ? now : rate) * (1 - weight) + now * weight;
        }
        countedBefore = count;
    }

    int status() {
        return latest.statusAt(0);
    }

    String[] cells(long epochNanos) {
        return new String[] {
            Printable.of(point.name()),
            value(),
            Printable.of(point.unit()),
            StatusCode.name(status()),
            age(epochNanos - latest.receivedAt()),
            rate()
        };
    }

    private String value() {
        double number = latest.doubleAt(0);
        boolean isLreal = latest.group().typeAt(latest.pointAt(0)) == ScalarType.LREAL;
        return isLreal && !StatusCode.isBad(status()) && Double.isFinite(number)
                ? String.valueOf(new BigDecimal(number).round(LEGIBLE).doubleValue())
                : Printable.value(latest, 0);
    }

    /** Empty until it was measured twice. */
    private String rate() {
        return Double.isNaN(rate) ? "" : text(rate < 100 ? "%.1f/s" : "%.0f/s", rate);
    }

    static String age(long nanos) {
        double seconds = Math.max(0, nanos) / NANOS;
        if (seconds < 10) {
            return text("%.1f s", seconds);
        }
        return seconds < 120 ? text("%.0f s", seconds) : text("%.0f min", seconds / 60);
    }

    private static String text(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
