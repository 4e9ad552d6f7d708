package io.taktstrom.benchmarks.paper;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import io.taktstrom.stream.poll.Poller;
import org.HdrHistogram.Histogram;

/**
 * Polls one value: URI RATE IDLE-STRATEGY SECONDS. Prints {@code polled POLLS OVERRUNS FAILURES}, and of lateness and
 * jitter each the p50, p99, p99.9, p99.99 and maximum in nanoseconds. A second of polling beforehand does not count.
 */
final class PollContender {

    private PollContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Duration cycle = Duration.ofNanos(1_000_000_000L / Long.parseLong(args[1]));
        IdleStrategy idle = IdleStrategy.of(args[2]);
        long millis = Long.parseLong(args[3]) * 1000;
        try (Connection connection = Connectors.connect(args[0])) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v5")));
            poll(connection, group, cycle, idle, 1000);
            PollMeter meter = poll(connection, group, cycle, idle, millis);
            out.println("polled " + meter.polls() + " " + meter.overruns() + " " + meter.failures() + " "
                    + figures(meter.lateness().snapshot()) + " "
                    + figures(meter.jitter().snapshot()));
        }
    }

    private static PollMeter poll(
            Connection connection, PointGroup group, Duration cycle, IdleStrategy idle, long millis)
            throws InterruptedException {
        PollMeter meter = new PollMeter(EpochNanoClock.system());
        PollSettings settings =
                new PollSettings("poll", idle, EpochNanoClock.system(), meter, notice -> System.err.println(notice));
        try (Poller poller = Poller.start(
                connection,
                group,
                SubscriptionSettings.cyclic(cycle),
                batch -> {
                    if (batch.longAt(0) != 5 || !StatusCode.isGood(batch.statusAt(0))) {
                        throw new IllegalStateException("MAIN.v5 is " + batch.longAt(0));
                    }
                },
                settings)) {
            if (poller.statusAt(0) == StatusCode.GOOD) {
                Thread.sleep(millis);
            }
        }
        if (meter.sinkFailures() > 0) {
            throw new IllegalStateException(meter.sinkFailures() + " wrong values");
        }
        return meter;
    }

    private static String figures(Histogram nanos) {
        return String.format(
                Locale.ROOT,
                "%d %d %d %d %d",
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99),
                nanos.getValueAtPercentile(99.9),
                nanos.getValueAtPercentile(99.99),
                nanos.getMaxValue());
    }
}
