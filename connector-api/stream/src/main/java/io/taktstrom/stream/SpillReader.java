package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * The way back from the log: what comes next in it, but for what was lost since it was written, and no faster than was
 * agreed. For the sink's thread, but for {@link #hurry}. Hot: allocates nothing per unit.
 */
final class SpillReader {

    private static final long BURST_NANOS = Duration.ofSeconds(1).toNanos();

    private final SampleLog log;
    private final SampleQueue queue;
    private final int rate;
    private final SampleBatch incoming;
    private final SpillMeter meter;
    private final SpillNotices notices;
    private final EpochNanoClock clock;
    private long incomingNumber;
    private int incomingAt;
    private @Nullable SourceGroup group;
    private long mayReadAt;
    /** The pipeline is being closed: no waiting for the rate. */
    private volatile boolean hurrying;

    SpillReader(PipelineParts of, SampleLog log, SampleQueue queue, SpillMeter meter, SpillNotices notices) {
        this.log = log;
        this.queue = queue;
        this.meter = meter;
        this.notices = notices;
        clock = of.clock();
        rate = of.spill().replayRate();
        PipelineSettings settings = of.settings();
        incoming = new SampleBatch(Math.min(settings.unitSamples(), UnitSize.FIRST), settings.largestSampleBytes());
        mayReadAt = clock.nanoTime();
    }

    /** How long until the rate allows the next unit; 0 for now. */
    long delayNanos() {
        return rate <= 0 ? 0 : Math.max(0, mayReadAt - clock.nanoTime());
    }

    /** Whether to end instead of waiting for the rate. */
    boolean isHurrying() {
        return hurrying;
    }

    /** Does not wait any more. Any thread. */
    void hurry() {
        hurrying = true;
    }

    /**
     * Moves samples from the log to the sink, as far as there is room.
     *
     * @param most how many
     * @return how many it has
     * @throws IOException when the disk does not let us read; to be tried again
     */
    int read(int most) throws IOException, InterruptedException {
        int delivered = 0;
        long end = 0;
        try {
            while (delivered < most && (incomingAt < incoming.size() || fetch())) {
                int more = queue.deliver(group(), incoming, incomingAt, incomingNumber + incomingAt, most);
                incomingAt += more;
                delivered += more;
                end = incomingNumber + incomingAt;
                if (incomingAt < incoming.size()) {
                    break;
                }
            }
        } finally {
            if (delivered > 0) {
                taken(delivered, end);
            }
        }
        return delivered;
    }

    /** Nothing is to be read. */
    void rest() {
        try {
            log.rest();
        } catch (IOException e) {
            notices.failed("close what was read of", e);
        }
    }

    /** Reads what comes next, but for what was lost since it was read. */
    private boolean fetch() throws IOException, InterruptedException {
        incoming.clear();
        incomingAt = 0;
        do {
            incomingNumber = log.fetch(incoming);
            if (incomingNumber == SampleLog.NOTHING) {
                return false;
            }
            incomingAt = log.claim(incomingNumber, incoming.size());
        } while (incomingAt == incoming.size());
        return true;
    }

    private SourceGroup group() {
        SourceGroup known = group;
        if (known == null || known.group != incoming.group()) {
            known = queue.groupOf(incoming.group());
            group = known;
        }
        return known;
    }

    /** @param end number behind them in the log */
    private void taken(int samples, long end) {
        meter.read(samples);
        if (rate > 0) {
            mayReadAt = Math.max(mayReadAt, clock.nanoTime() - BURST_NANOS) + (long) (samples * 1e9 / rate);
        }
        try {
            log.markTaken(end);
        } catch (IOException e) {
            notices.failed("mark what was sent in", e);
        }
    }
}
