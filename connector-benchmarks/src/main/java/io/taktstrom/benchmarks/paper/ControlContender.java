package io.taktstrom.benchmarks.paper;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.runtime.realtime.RealTime;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import io.taktstrom.stream.poll.Poller;
import org.HdrHistogram.Histogram;

/**
 * A control task on the poller of {@code takt run}: reads a value each cycle, computes, and writes the result before the next read.
 * URI CYCLE-MICROS LEVEL SECONDS; the first second does not count.
 *
 * <p>Prints {@code controlled CYCLES SKIPPED}, the largest and the smallest jitter (from one read's end to the next, less the cycle),
 * p50, p99, p99.9 and maximum of the lateness of each moment, those that were skipped included, and average and maximum of the time
 * from a read's end until its result is written, in nanoseconds.
 */
final class ControlContender {

    private static final int MAX_NANOS_DIGITS = 3;
    private static final long MAX_NANOS = 10_000_000_000L;

    private final Connection connection;
    private final PointGroup output;
    private final long cycle;
    private final SampleBatch result;
    private final int[] status = new int[1];
    private final Histogram tasks = new Histogram(1_000, MAX_NANOS, MAX_NANOS_DIGITS);
    private long last;
    private long largest = Long.MIN_VALUE;
    private long smallest = Long.MAX_VALUE;
    private double integral;

    private ControlContender(Connection connection, PointGroup output, long cycle) {
        this.connection = connection;
        this.output = output;
        this.cycle = cycle;
        result = new SampleBatch(1, 0);
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long cycle = Long.parseLong(args[1]) * 1_000;
        RealTime level = RealTime.valueOf(args[2].toUpperCase(Locale.ROOT));
        PollSettings warm = settings(level);
        PollSettings measured =
                new PollSettings("control", warm.idle(), warm.clock(), new PollMeter(warm.clock()), warm.listener());
        try (Connection connection = Connectors.connect(args[0])) {
            PointGroup input = connection.resolve(List.of(DataPoint.of("MAIN.v5")));
            PointGroup output =
                    connection.resolve(List.of(DataPoint.of("MAIN.v6").withWritable()));
            new ControlContender(connection, output, cycle).run(input, warm, 1_000);
            ControlContender task = new ControlContender(connection, output, cycle);
            task.run(input, measured, Long.parseLong(args[3]) * 1_000);
            PollMeter meter = measured.meter();
            Histogram late = meter.lateness().snapshot();
            out.printf(
                    Locale.ROOT,
                    "controlled %d %d %d %d %d %d %d %d %.0f %d%n",
                    meter.polls(),
                    meter.overruns(),
                    task.largest,
                    task.smallest,
                    late.getValueAtPercentile(50),
                    late.getValueAtPercentile(99),
                    late.getValueAtPercentile(99.9),
                    late.getMaxValue(),
                    task.tasks.getMean(),
                    task.tasks.getMaxValue());
        }
    }

    private static PollSettings settings(RealTime level) throws Exception {
        EpochNanoClock clock = EpochNanoClock.system();
        return new PollSettings("control", level.prepare(), clock, new PollMeter(clock), System.err::println);
    }

    private void run(PointGroup input, PollSettings settings, long millis) throws Exception {
        try (Poller poller = Poller.start(
                connection, input, SubscriptionSettings.cyclic(Duration.ofNanos(cycle)), this::control, settings)) {
            if (poller.statusAt(0) == StatusCode.GOOD) {
                Thread.sleep(millis);
            }
        }
        if (settings.meter().sinkFailures() > 0 || settings.meter().failures() > 0) {
            throw new IllegalStateException("reads or writes failed");
        }
    }

    private void control(SampleBatch batch) {
        long now = System.nanoTime();
        if (last != 0) {
            largest = Math.max(largest, now - last - cycle);
            smallest = Math.min(smallest, now - last - cycle);
        }
        last = now;
        integral = 0.5 * integral + batch.longAt(0);
        result.reset(output, batch.receivedAt(), 0);
        result.add(0, batch.receivedAt(), StatusCode.GOOD, (long) integral);
        try {
            connection.write(output, result, status);
        } catch (ConnectorException e) {
            throw new IllegalStateException(e);
        }
        tasks.recordValue(Math.min(MAX_NANOS, System.nanoTime() - now));
    }
}
