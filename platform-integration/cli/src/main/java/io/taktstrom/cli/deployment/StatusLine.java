package io.taktstrom.cli.deployment;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.StreamReport;

/** One line each minute that says how a deployment does, for the log. One thread. */
final class StatusLine {

    private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private final RunningDeployment running;
    private final LongSupplier nanos;
    private long saidAt;
    private long received;

    StatusLine(RunningDeployment running, LongSupplier nanos) {
        this.running = running;
        this.nanos = nanos;
        saidAt = nanos.getAsLong();
    }

    /** The line, when a minute is over. */
    Optional<String> due() {
        long now = nanos.getAsLong();
        long passed = now - saidAt;
        if (passed < EVERY_NANOS) {
            return Optional.empty();
        }
        saidAt = now;
        HealthReport report = running.health();
        long before = received;
        received = received(report);
        return Optional.of(text(report, Math.max(0, Math.round((received - before) / (passed / 1e9)))));
    }

    /** Each sample once, however many sinks take it. */
    private static long received(HealthReport report) {
        return report.facts().connections().stream()
                .mapToLong(ConnectionReport::samples)
                .sum();
    }

    /** @param perSecond samples received, of late */
    static String text(HealthReport report, long perSecond) {
        long published = 0;
        long buffered = 0;
        long dropped = 0;
        for (StreamReport stream : report.facts().streams()) {
            published += stream.accounting().published();
            buffered += stream.accounting().buffered();
            dropped += stream.accounting().droppedTotal();
        }
        long up = report.facts().connections().stream()
                .filter(ConnectionReport::isConnected)
                .count();
        return "status " + report.condition() + ": received " + received(report) + " (" + perSecond + "/s), published "
                + published + " to " + Counted.of(report.facts().sinks().size(), "sink") + ", buffered " + buffered
                + ", dropped " + dropped + ", connections " + up + " of "
                + report.facts().connections().size() + ", alarms " + report.activeAlarms();
    }
}
