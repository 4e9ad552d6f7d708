package io.taktstrom.runtime.health;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** A report as JSON, for programs. What devices say is escaped down to ASCII: it moves no cursor of a terminal. */
public final class HealthJson {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private HealthJson() {}

    /** All of it, on one line. */
    public static String of(HealthReport report) {
        return text(tree(report));
    }

    /** A status with its reasons, on one line. */
    public static String of(Condition condition, List<Reason> reasons) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("status", condition.name());
        tree.put("reasons", reasons.stream().map(HealthJson::reason).toList());
        return text(tree);
    }

    private static String text(Map<String, Object> tree) {
        // The one character of ASCII that is neither text nor escaped by JSON's rules.
        return MAPPER.writeValueAsString(tree).replace("\u007f", "\\u007f") + "\n";
    }

    /** All of it, as maps, lists, texts and numbers. */
    public static Map<String, Object> tree(HealthReport report) {
        HealthReport.Facts facts = report.facts();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("status", report.condition().name());
        tree.put("at", time(facts.at()));
        tree.put("ready", facts.isReady());
        tree.put("reasons", report.reasons().stream().map(HealthJson::reason).toList());
        Map<String, Object> connections = new LinkedHashMap<>();
        facts.connections().forEach(each -> connections.put(each.name(), connection(report, each)));
        tree.put("connections", connections);
        Map<String, Object> streams = new LinkedHashMap<>();
        facts.streams().forEach(each -> streams.put(each.name(), stream(report, each)));
        tree.put("streams", streams);
        Map<String, Object> sinks = new LinkedHashMap<>();
        facts.sinks().forEach(each -> sinks.put(each.name(), sink(report, each)));
        tree.put("sinks", sinks);
        if (!facts.commands().isEmpty()) {
            Map<String, Object> commands = new LinkedHashMap<>();
            facts.commands().forEach((name, health) -> commands.put(name, source(report, name, health)));
            tree.put("commands", commands);
        }
        StandbyReport standby = facts.standby();
        if (standby != null) {
            tree.put("standby", standby(standby));
        }
        if (!facts.delivery().receivers().isEmpty()) {
            Map<String, Object> receivers = new TreeMap<>();
            facts.delivery().receivers().forEach((name, each) -> receivers.put(name, receiver(report, name, each)));
            tree.put("receivers", receivers);
        }
        tree.put("clock", Map.of("steps", facts.clockSteps()));
        Map<String, Object> alarms = new LinkedHashMap<>();
        report.alarms().forEach(each -> alarms.put(each.name(), alarm(each)));
        tree.put("alarms", alarms);
        return tree;
    }

    private static Map<String, Object> reason(Reason reason) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("code", reason.code().text());
        tree.put("severity", reason.severity().name());
        tree.put("subject", reason.subject().toString());
        tree.put("since", time(reason.since()));
        tree.put("text", reason.text());
        return tree;
    }

    private static Map<String, Object> connection(HealthReport report, ConnectionReport connection) {
        Map<String, Object> tree = status(report, Subject.connection(connection.name()));
        tree.put("state", connection.state().name());
        tree.put("since", time(connection.since()));
        putText(tree, "trouble", connection.trouble());
        tree.put("points", connection.points());
        putCounts(tree, connection.counts());
        putTime(tree, "lastGood", connection.lastGoodAt());
        tree.put("attempts", connection.attempts());
        tree.put("reconnects", connection.reconnects());
        Map<String, Object> scans = new LinkedHashMap<>();
        connection.scans().forEach(scan -> scans.put(scan.name(), scan(report, connection, scan)));
        tree.put("scanClasses", scans);
        return tree;
    }

    private static Map<String, Object> scan(HealthReport report, ConnectionReport connection, ScanReport scan) {
        Map<String, Object> tree = status(report, Subject.scan(connection.name(), scan.name()));
        putCounts(tree, scan.counts());
        if (!scan.firstBad().isEmpty()) {
            tree.put(
                    "badPoints",
                    scan.firstBad().stream().map(HealthJson::badPoint).toList());
        }
        putTime(tree, "lastGood", scan.lastGoodAt());
        if (scan.polls() > 0) {
            tree.put("polls", scan.polls());
            tree.put("overruns", scan.overruns());
            tree.put("overrunsLately", scan.lately().overruns());
            tree.put("latenessSeconds", scan.latenessNanos() / 1e9);
        }
        return tree;
    }

    private static void putCounts(Map<String, Object> tree, PointCounts counts) {
        tree.put("good", counts.good());
        tree.put("waiting", counts.waiting());
        Map<String, Object> bad = new LinkedHashMap<>();
        counts.bad().forEach((status, points) -> bad.put(StatusCode.name(status), points));
        tree.put("bad", bad);
    }

    private static Map<String, Object> badPoint(BadPoint point) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("point", point.name());
        tree.put("address", point.address());
        tree.put("status", StatusCode.name(point.status()));
        return tree;
    }

    private static Map<String, Object> stream(HealthReport report, StreamReport stream) {
        Map<String, Object> tree = status(report, Subject.stream(stream.name()));
        Accounting accounting = stream.accounting();
        tree.put("received", accounting.received());
        tree.put("published", accounting.published());
        tree.put("buffered", accounting.buffered());
        if (accounting.recovered() > 0 || accounting.stored() > 0) {
            tree.put("recovered", accounting.recovered());
            tree.put("stored", accounting.stored());
        }
        Map<String, Object> dropped = new LinkedHashMap<>();
        for (DropReason reason : DropReason.values()) {
            if (accounting.dropped(reason) > 0) {
                dropped.put(reason.text(), accounting.dropped(reason));
            }
        }
        tree.put("dropped", dropped);
        tree.put("lostLately", stream.lostLately());
        putTime(tree, "oldest", stream.oldestAt());
        putText(tree, "buffer", stream.bufferTrouble());
        return tree;
    }

    private static Map<String, Object> sink(HealthReport report, SinkReport sink) {
        Map<String, Object> tree = status(report, Subject.sink(sink.name()));
        tree.put("open", sink.isOpen());
        putText(tree, "trouble", sink.trouble());
        tree.put("backlog", sink.backlog());
        putTime(tree, "oldest", sink.oldestAt());
        tree.put("failures", sink.failures());
        return tree;
    }

    private static Map<String, Object> source(HealthReport report, String name, SinkHealth health) {
        Map<String, Object> tree = status(report, Subject.commands(name));
        putText(tree, "trouble", health.detail());
        return tree;
    }

    private static Map<String, Object> standby(StandbyReport standby) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("role", standby.isActive() ? "active" : "standby");
        tree.put("since", time(standby.since()));
        tree.put("term", standby.term());
        tree.put("instance", standby.instance());
        tree.put("lease", standby.lease());
        putText(tree, "other", standby.other());
        putText(tree, "trouble", standby.trouble());
        return tree;
    }

    private static Map<String, Object> receiver(HealthReport report, String name, DeliveryReport.Receiver receiver) {
        Map<String, Object> tree = status(report, Subject.receiver(name));
        putText(tree, "trouble", receiver.trouble());
        tree.put("raised", receiver.raised());
        tree.put("delivered", receiver.delivered());
        tree.put("pending", receiver.pending());
        tree.put("dropped", receiver.dropped());
        return tree;
    }

    /** An alarm and its name. */
    public static Map<String, Object> named(AlarmReport alarm) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", alarm.name());
        tree.putAll(alarm(alarm));
        return tree;
    }

    private static Map<String, Object> alarm(AlarmReport alarm) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("active", alarm.isActive());
        tree.put("severity", alarm.severity());
        tree.put("since", time(alarm.since()));
        tree.put("raised", alarm.raised());
        putText(tree, "text", alarm.text());
        AlarmHandling handling = alarm.handling();
        tree.put("acknowledged", handling.isAcknowledged());
        putText(tree, "acknowledgedBy", handling.by());
        putText(tree, "comment", handling.comment());
        if (handling.isShelved()) {
            tree.put("shelvedUntil", time(handling.shelvedUntil()));
            putText(tree, "shelvedBy", handling.shelvedBy());
        }
        return tree;
    }

    private static Map<String, Object> status(HealthReport report, Subject subject) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("status", report.condition(subject).name());
        return tree;
    }

    private static void putText(Map<String, Object> tree, String key, String text) {
        if (!text.isEmpty()) {
            tree.put(key, text);
        }
    }

    private static void putTime(Map<String, Object> tree, String key, long at) {
        if (at != SampleBatch.NO_TIME) {
            tree.put(key, time(at));
        }
    }

    private static String time(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).toString();
    }
}
