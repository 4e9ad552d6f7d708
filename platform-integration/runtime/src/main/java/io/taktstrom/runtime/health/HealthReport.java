package io.taktstrom.runtime.health;

import java.util.List;
import java.util.Map;

import io.taktstrom.sink.SinkHealth;
import org.jspecify.annotations.Nullable;

/**
 * How a deployment does, at one moment. Immutable.
 *
 * @param facts what was found
 * @param condition of the whole: DOWN when nothing comes in (all connections are DOWN, or no point is Good), nothing goes out (all
 *     sinks are DOWN) or the accounting does not balance; DEGRADED when there is any reason but those
 * @param reasons why it is not UP; empty when it is
 * @param alarms the rules of the deployment file, in its order
 */
public record HealthReport(Facts facts, Condition condition, List<Reason> reasons, List<AlarmReport> alarms) {

    /**
     * What was found.
     *
     * @param at when, epoch nanoseconds
     * @param isReady whether the deployment is started, with its sinks open, and not about to stop; devices may be away
     * @param isStopping whether it is being closed, or is
     * @param commands how the sources of commands do, by name
     * @param clockSteps how often the system's clock was set since the start
     * @param clockStepText the last time, when that is not long ago; otherwise empty
     * @param reloadRefusal why what runs is not what its file has; otherwise empty
     * @param standby which role this instance has; null for a single one
     * @param delivery how alarms reach people
     */
    public record Facts(
            long at,
            boolean isReady,
            boolean isStopping,
            List<ConnectionReport> connections,
            List<StreamReport> streams,
            List<SinkReport> sinks,
            Map<String, SinkHealth> commands,
            long clockSteps,
            String clockStepText,
            String reloadRefusal,
            @Nullable StandbyReport standby,
            DeliveryReport delivery) {

        /** Of a single instance, where no one is told of alarms. */
        public Facts(
                long at,
                boolean isReady,
                boolean isStopping,
                List<ConnectionReport> connections,
                List<StreamReport> streams,
                List<SinkReport> sinks,
                Map<String, SinkHealth> commands,
                long clockSteps,
                String clockStepText,
                String reloadRefusal) {
            this(
                    at,
                    isReady,
                    isStopping,
                    connections,
                    streams,
                    sinks,
                    commands,
                    clockSteps,
                    clockStepText,
                    reloadRefusal,
                    null,
                    DeliveryReport.NONE);
        }

        public Facts {
            connections = List.copyOf(connections);
            streams = List.copyOf(streams);
            sinks = List.copyOf(sinks);
            commands = Map.copyOf(commands);
        }

        /** Whether it samples and publishes: it is ready, and not on standby. */
        public boolean isActive() {
            return isReady && (standby == null || standby.isActive());
        }
    }

    public HealthReport {
        reasons = List.copyOf(reasons);
        alarms = List.copyOf(alarms);
    }

    /**
     * How a part does: the worst of the reasons about it; of a connection, those about its scans count as well, and a scan is DOWN
     * with its connection.
     */
    public Condition condition(Subject subject) {
        return reasons.stream()
                .filter(reason -> HealthEvaluator.isAbout(reason, subject)
                        || (reason.severity() == Condition.DOWN && HealthEvaluator.isPart(subject, reason.subject())))
                .map(Reason::severity)
                .reduce(Condition.UP, Condition::or);
    }

    /** The reasons about a part; of a connection, also those about its scans. */
    public List<Reason> reasonsOf(Subject subject) {
        return reasons.stream()
                .filter(reason -> HealthEvaluator.isAbout(reason, subject))
                .toList();
    }

    /** Alarms that are raised. */
    public long activeAlarms() {
        return alarms.stream().filter(AlarmReport::isActive).count();
    }
}
