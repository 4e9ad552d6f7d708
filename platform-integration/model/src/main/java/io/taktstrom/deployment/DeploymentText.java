package io.taktstrom.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ScanClass;

/** A deployment as text for people. Options stay out: they may be secret. */
final class DeploymentText {

    private DeploymentText() {}

    static String summary(Deployment deployment) {
        return Counted.of(deployment.connections().size(), "connection") + ", "
                + Counted.of(deployment.points().size(), "point") + ", "
                + Counted.of(deployment.browses().size(), "browse") + ", "
                + (deployment.computed().isEmpty()
                        ? ""
                        : Counted.of(deployment.computed().size(), "computed point") + ", ")
                + Counted.of(deployment.streams().size(), "stream") + ", "
                + Counted.of(deployment.sinks().size(), "sink");
    }

    static List<String> lines(Deployment deployment, Predicate<ConnectionConfig> pushes) {
        List<String> text = new ArrayList<>();
        text.add(deployment.source() + ": " + summary(deployment));
        Map<String, Integer> points = new LinkedHashMap<>();
        for (PointConfig point : deployment.points()) {
            points.merge(point.connection() + " " + point.scan(), 1, Integer::sum);
        }
        Map<String, List<PointBrowse>> browses = deployment.browsesByConnection();
        for (ConnectionConfig connection : deployment.connections().values()) {
            line(text, "connection " + connection.name() + ": " + connection.endpoint());
            for (ScanClass scan : deployment.scanClasses().values()) {
                Integer number = points.get(connection.name() + " " + scan.name());
                if (number != null) {
                    line(text, "  " + Counted.of(number, "point") + " " + scan(scan, pushes.test(connection)));
                }
            }
            for (PointBrowse browse : browses.getOrDefault(connection.name(), List.of())) {
                line(text, "  all that match " + browse.match() + ", scan " + browse.scan());
            }
        }
        deployment.computed().forEach(each -> line(text, "point " + each.name() + " = " + each.expression()));
        deployment.streams().forEach(stream -> line(text, stream(deployment, stream)));
        deployment.sinks().values().forEach(sink -> line(text, "sink " + sink));
        CommandsConfig commands = deployment.commands();
        if (commands != null) {
            long writable = deployment.points().stream()
                    .filter(point -> point.point().writable())
                    .count();
            line(
                    text,
                    "commands from "
                            + (commands.from().isEmpty()
                                    ? "the page alone"
                                    : commands.from().values()) + " to " + Counted.of(writable, "point") + ", audit "
                            + commands.audit().path());
        }
        for (GatherConfig gather : deployment.gathers().values()) {
            line(
                    text,
                    "gather " + gather.name() + ": "
                            + Counted.of(gather.of(deployment).size(), "point"));
        }
        deployment.alarms().values().forEach(alarm -> line(text, alarm(alarm)));
        StandbyConfig standby = deployment.standby();
        if (standby != null) {
            line(
                    text,
                    "one instance active, by a lease of type " + standby.lease() + " for "
                            + Durations.format(standby.ttl()));
        }
        NotificationConfig notify = deployment.notifications();
        notify.receivers().values().forEach(receiver -> line(text, "alarms to " + receiver.part()));
        if (notify.journal() != null) {
            line(text, "journal of alarms " + notify.journal().path());
        }
        if (deployment.otlp() != null) {
            line(text, "metrics to " + deployment.otlp());
        }
        return text;
    }

    private static String alarm(AlarmConfig alarm) {
        String what = alarm.rule() instanceof AlarmRule.Holds holds
                ? " " + holds.condition()
                : alarm.rule() instanceof AlarmRule.OfPoints of ? " " + String.join(", ", of.points()) : "";
        return "alarm " + alarm.name() + ": " + alarm.word() + what
                + (alarm.raiseAfter().isZero() ? "" : " for " + Durations.format(alarm.raiseAfter()))
                + " (" + alarm.severity().text() + ")";
    }

    private static void line(List<String> text, String line) {
        text.add("  " + line);
    }

    /** The device of a connector that cannot push is polled instead. */
    private static String scan(ScanClass scan, boolean pushes) {
        String verb = switch (scan.mode()) {
            case POLL -> "polled every ";
            case POLL_CHANGES -> "changes polled for every ";
            case BLOCK -> "rings read every ";
            case NOTIFY -> pushes ? "notified on change, checked every " : "changes polled for every ";
            case NOTIFY_CYCLIC -> pushes ? "notified every " : "polled every ";
        };
        String delay =
                scan.maxDelay().isZero() || !pushes ? "" : ", at most " + Durations.format(scan.maxDelay()) + " late";
        return verb + Durations.format(scan.cycle()) + delay + " (scan " + scan.name() + ")";
    }

    private static String stream(Deployment deployment, StreamConfig stream) {
        long points = deployment.points().stream()
                .map(PointConfig::name)
                .filter(stream.selector())
                .count();
        StringBuilder text = new StringBuilder("stream " + stream.name() + ": " + String.join(", ", stream.from())
                + " (" + Counted.of(points, "listed point") + ")"
                + (stream.when() == null ? "" : " when " + stream.when()));
        stream.stages().forEach(stage -> text.append(" -> ").append(stage.type()));
        SpillConfig spill = stream.ring().spill();
        return text + " -> ring of " + stream.ring().capacity() + (spill == null ? "" : " and " + spill.text()) + " -> "
                + String.join(", ", stream.to());
    }
}
