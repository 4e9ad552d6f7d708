package io.taktstrom.cli.monitoring;

import java.util.Locale;

import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.cli.terminal.TerminalOutput.Colour;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import tools.jackson.databind.JsonNode;

/** A report of {@link HealthJson} for people: what is wrong, then the state of each part. What a report does not have is not shown. */
final class HealthText {

    private HealthText() {}

    /** The condition of the whole; empty when the JSON is not a report. */
    static String status(JsonNode report) {
        return text(report, "status");
    }

    static void print(JsonNode report, Terminal terminal) {
        TerminalOutput out = terminal.out();
        out.print(terminal.colour() ? colour(status(report)) : Colour.PLAIN, status(report));
        out.println(report.has("at") ? " at " + text(report, "at") : "");
        Listing reasons = new Listing("since", "severity", "subject", "reason");
        for (JsonNode reason : report.path("reasons")) {
            reasons.row(
                    text(reason, "since"),
                    text(reason, "severity"),
                    text(reason, "subject"),
                    text(reason, "code") + ": " + text(reason, "text"));
        }
        report.path("alarms").forEachEntry((name, alarm) -> {
            if (alarm.path("active").asBoolean(false)) {
                reasons.row(text(alarm, "since"), text(alarm, "severity"), "alarm " + name, text(alarm, "text"));
            }
        });
        if (!reasons.isEmpty()) {
            out.println();
            reasons.print(out);
        }
        if (!report.path("connections").isEmpty()) {
            out.println();
            parts(report).print(out);
        }
    }

    private static Listing parts(JsonNode report) {
        Listing parts = new Listing("part", "status", "details");
        JsonNode standby = report.path("standby");
        if (!standby.isEmpty()) {
            String other = text(standby, "other");
            parts.row(
                    "standby " + text(standby, "instance"),
                    status(report),
                    text(standby, "role") + " since " + text(standby, "since") + ", term " + number(standby, "term")
                            + ", lease " + text(standby, "lease") + (other.isEmpty() ? "" : " of " + other));
        }
        report.path("connections").forEachEntry((name, device) -> {
            parts.row(
                    "connection " + name,
                    status(device),
                    text(device, "state").toLowerCase(Locale.ROOT) + " since " + text(device, "since") + ", "
                            + good(device, number(device, "points")) + ", "
                            + Counted.of(number(device, "reconnects"), "reconnect"));
            device.path("scanClasses")
                    .forEachEntry(
                            (scan, state) -> parts.row("scan " + name + "/" + scan, status(state), scanned(state)));
        });
        report.path("streams")
                .forEachEntry((name, account) -> parts.row(
                        "stream " + name,
                        status(account),
                        number(account, "received") + " received, " + number(account, "published") + " published, "
                                + number(account, "buffered") + " buffered, " + sum(account, "dropped") + " dropped"));
        report.path("sinks").forEachEntry((name, sink) -> {
            String oldest = text(sink, "oldest");
            parts.row(
                    "sink " + name,
                    status(sink),
                    number(sink, "backlog") + " waiting" + (oldest.isEmpty() ? "" : ", the oldest since " + oldest));
        });
        report.path("commands").forEachEntry((name, commands) -> parts.row("commands " + name, status(commands), ""));
        return parts;
    }

    private static String good(JsonNode part, long points) {
        return number(part, "good") + " of " + Counted.of(points, "point") + " Good, last at "
                + part.path("lastGood").stringValue("no time");
    }

    /** Devices that push have no schedule to be late for. */
    private static String scanned(JsonNode scan) {
        String good = good(scan, number(scan, "good") + number(scan, "waiting") + sum(scan, "bad"));
        return scan.has("polls")
                ? good + ", " + Counted.of(number(scan, "polls"), "read") + ", " + number(scan, "overruns")
                        + " skipped, 99 % at most "
                        + Math.round(scan.path("latenessSeconds").asDouble(0) * 1e6) / 1e3 + " ms late"
                : good;
    }

    private static long sum(JsonNode part, String key) {
        long sum = 0;
        for (JsonNode each : part.path(key)) {
            sum += each.asLong(0);
        }
        return sum;
    }

    private static String text(JsonNode part, String key) {
        return part.path(key).stringValue("");
    }

    private static long number(JsonNode part, String key) {
        return part.path(key).asLong(0);
    }

    private static Colour colour(String status) {
        return status.equals(Condition.UP.name())
                ? Colour.GREEN
                : status.equals(Condition.DEGRADED.name()) ? Colour.YELLOW : Colour.RED;
    }
}
