package io.taktstrom.cli.replay;

import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import org.jspecify.annotations.Nullable;

/**
 * Has a device show a record, once a client is there. The clock of the device is that of the record: it stops at each sample until
 * the device shows it, so that no lateness of this machine gets into the times. One thread.
 *
 * <pre>
 *  no client: the clock stands  --a client-->  LEAD, for it to subscribe  --->  samples, at the speed  --->  end: again, or live on
 * </pre>
 */
public final class ReplayRun implements Closeable {

    /** Before the first sample, on the device's clock: a multiple of each device's cycle. */
    private static final long LEAD_NANOS = 1_000_000_000;

    private static final long MAX_STEP_NANOS = 50_000_000;

    private final ReplayFile record;
    private final long shift;
    private final ReplayDevice device;
    private final double speed;
    private final boolean loop;
    private final Consumer<String> note;
    private final BitSet bad = new BitSet();
    private final int points;

    private ReplaySchedule schedule;
    private ReplaySchedule.@Nullable Due due;
    private final long begin;
    private Pace pace;
    private boolean started;
    private boolean playing;
    private long last;
    private long samples;
    private long notShown;

    /** How the device's clock follows ours. */
    private record Pace(long from, double speed, long origin) {
        Pace(long from, double speed) {
            this(from, speed, System.nanoTime());
        }

        long now() {
            return Double.isInfinite(speed) ? Long.MAX_VALUE : from + (long) ((System.nanoTime() - origin) * speed);
        }
    }

    /** Makes a device. */
    @FunctionalInterface
    public interface DeviceFactory {

        /**
         * Starts it.
         *
         * @param time of its clock, epoch nanoseconds
         * @throws IllegalArgumentException when such a device cannot have one of the points
         */
        ReplayDevice start(List<ReplayPoint> points, long time) throws IOException;
    }

    /**
     * Starts the device, with the first values.
     *
     * @param fromNow whether the record begins now; otherwise its times are the original ones
     * @param speed infinite for as fast as the device can
     * @param note hears how far it is
     * @throws InvalidFileException when the record cannot be replayed as such a device
     */
    public ReplayRun(
            ReplayFile record,
            DeviceFactory factory,
            boolean fromNow,
            double speed,
            boolean loop,
            Consumer<String> note)
            throws IOException {
        this.record = record;
        this.points = record.points().size();
        this.speed = speed;
        this.loop = loop;
        this.note = note;
        schedule = record.open(0, note);
        due = schedule.next();
        if (due == null) {
            schedule.close();
            throw new InvalidFileException(record.file() + ": the record has no samples of these points; record again");
        }
        if (fromNow) {
            shift = EpochNanoClock.system().epochNanos() - due.at();
            schedule.close();
            schedule = record.open(shift, note);
            due = Objects.requireNonNull(schedule.next());
        } else {
            shift = 0;
        }
        begin = due.at();
        pace = new Pace(begin, 1);
        bad.set(0, points);
        try {
            device = factory.start(record.points(), begin - LEAD_NANOS);
        } catch (IllegalArgumentException e) {
            schedule.close();
            String remedy = String.valueOf(e.getMessage()).contains("--match") ? "" : "; --match leaves points out";
            throw new InvalidFileException(record.file() + ": " + e.getMessage() + remedy);
        }
        try {
            schedule.first().forEach(this::showOnDevice);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The device that shows it. */
    public ReplayDevice device() {
        return device;
    }

    /** Does what is due now. */
    public void step() throws IOException {
        if (!started) {
            if (!device.hasClient()) {
                return;
            }
            started = true;
            note.accept("a client is there; the record begins in a second");
            pace = new Pace(begin - LEAD_NANOS, 1);
        }
        long end = System.nanoTime() + MAX_STEP_NANOS;
        long now = pace.now();
        if (!playing && now >= begin) {
            playing = true;
            pace = new Pace(begin, speed);
            now = pace.now();
        }
        while (due != null && playing && now >= due.at() && System.nanoTime() < end) {
            last = due.at();
            device.moveTo(due.at() - 1);
            show(due);
            next();
        }
        // Where samples are left, the clock stops before the next one, also at an infinite speed.
        device.moveTo(due != null && playing ? Math.min(pace.now(), due.at() - 1) : pace.now());
    }

    private void show(ReplaySchedule.Due now) throws IOException {
        boolean wasReachable = bad.cardinality() < points;
        bad.set(now.sample().point(), StatusCode.isBad(now.sample().status()));
        boolean isReachable = bad.cardinality() < points;
        if (isReachable != wasReachable) {
            device.setReachable(isReachable);
        }
        notShown += showOnDevice(now) || !isReachable ? 0 : 1;
        samples++;
    }

    private boolean showOnDevice(ReplaySchedule.Due now) {
        ReplaySample sample = now.sample();
        bad.set(sample.point(), StatusCode.isBad(sample.status()));
        try {
            return device.show(sample.point(), sample.value(), sample.status(), now.sourceTime());
        } catch (IllegalArgumentException e) {
            throw schedule.wrong(sample, e.getMessage() + "; remove the line, or record again");
        }
    }

    private void next() throws IOException {
        due = schedule.next();
        if (due != null) {
            return;
        }
        device.moveTo(last);
        note.accept("replayed " + summary());
        if (loop) {
            schedule.close();
            schedule = record.open(last + LEAD_NANOS - begin + shift, note);
            due = Objects.requireNonNull(schedule.next());
        } else {
            note.accept("the device keeps its last values; Ctrl-C ends it");
            pace = new Pace(last, 1);
        }
    }

    /** What was shown so far. */
    private String summary() {
        return Counted.of(samples, "sample")
                + (notShown == 0 ? "" : ", " + notShown + " with a Bad status, which such a device cannot show")
                + (device.dropped() == 0 ? "" : ", " + device.dropped() + " dropped, for which a client was too slow");
    }

    @Override
    public void close() throws IOException {
        device.close();
        schedule.close();
    }
}
