package io.taktstrom.cli.deployment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.StreamReport;
import io.taktstrom.stream.Accounting;

/** One line each minute with the state of a deployment, for the log. One thread. */
final class StatusLine {

    private static final long PERIOD_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunningDeployment running;
    private long writtenAt = System.nanoTime();
    private long received;

    StatusLine(RunningDeployment running) {
        this.running = running;
    }

    /** The line, when a minute is over. */
    Optional<String> due() {
        long passed = System.nanoTime() - writtenAt;
        if (passed < PERIOD_NANOS) {
            return Optional.empty();
        }
        writtenAt += passed;
        HealthReport report = running.health();
        long before = received;
        received = received(report);
        return Optional.of(text(report, Math.max(0, Math.round((received - before) / (passed / 1e9)))));
    }

    /** Each sample once, however many sinks get it. */
    private static long received(HealthReport report) {
        return report.facts().connections().stream()
                .mapToLong(ConnectionReport::samples)
                .sum();
    }

    /** @param perSecond samples received in the last minute */
    static String text(HealthReport report, long perSecond) {
        List<Accounting> streams =
                report.facts().streams().stream().map(StreamReport::accounting).toList();
        return "status " + report.condition() + ": received " + received(report) + " (" + perSecond + "/s), published "
                + sum(streams, Accounting::published) + " to "
                + Counted.of(report.facts().sinks().size(), "sink") + ", buffered "
                + sum(streams, Accounting::buffered) + ", dropped " + sum(streams, Accounting::droppedTotal)
                + ", connections "
                + report.facts().connections().stream()
                        .filter(ConnectionReport::isConnected)
                        .count()
                + " of " + report.facts().connections().size() + ", alarms " + report.activeAlarms();
    }

    private static long sum(List<Accounting> streams, ToLongFunction<Accounting> part) {
        return streams.stream().mapToLong(part).sum();
    }
}
