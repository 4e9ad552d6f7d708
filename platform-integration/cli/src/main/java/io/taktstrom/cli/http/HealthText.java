package io.taktstrom.cli.http;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Outlet.Colour;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import tools.jackson.databind.JsonNode;

/** A report of {@link HealthJson}, for people: what is wrong, then how each part does. What a report does not have is not shown. */
final class HealthText {

    private HealthText() {}

    /** How the whole does; empty when that is no report. */
    static String status(JsonNode report) {
        return report.path("status").stringValue("");
    }

    static void print(JsonNode report, Terminal terminal) {
        Outlet out = terminal.out();
        String status = status(report);
        out.print(terminal.colour() ? colour(status) : Colour.PLAIN, status);
        out.println(report.has("at") ? " at " + report.path("at").stringValue("") : "");
        Table why = new Table("SINCE", "SEVERITY", "WHAT", "WHY");
        boolean isUnwell = false;
        for (JsonNode reason : report.path("reasons")) {
            isUnwell = true;
            why.row(
                    reason.path("since").stringValue(""),
                    reason.path("severity").stringValue(""),
                    reason.path("subject").stringValue(""),
                    reason.path("code").stringValue("") + ": "
                            + reason.path("text").stringValue(""));
        }
        for (Map.Entry<String, JsonNode> alarm : parts(report, "alarms")) {
            if (alarm.getValue().path("active").asBoolean(false)) {
                isUnwell = true;
                why.row(
                        alarm.getValue().path("since").stringValue(""),
                        alarm.getValue().path("severity").stringValue(""),
                        "alarm " + alarm.getKey(),
                        alarm.getValue().path("text").stringValue(""));
            }
        }
        if (isUnwell) {
            out.println();
            why.print(out);
        }
        printParts(report, out);
    }

    private static void printParts(JsonNode report, Outlet out) {
        Table table = new Table("PART", "STATUS", "");
        for (Map.Entry<String, JsonNode> part : parts(report, "connections")) {
            JsonNode device = part.getValue();
            row(
                    table,
                    "connection " + part.getKey(),
                    device,
                    device.path("state").stringValue("").toLowerCase(Locale.ROOT) + " since "
                            + device.path("since").stringValue("") + ", " + good(device, number(device, "points"))
                            + ", " + Counted.of(number(device, "reconnects"), "reconnect"));
            for (Map.Entry<String, JsonNode> scan : parts(device, "scanClasses")) {
                row(table, "scan " + part.getKey() + "/" + scan.getKey(), scan.getValue(), scanned(scan.getValue()));
            }
        }
        for (Map.Entry<String, JsonNode> part : parts(report, "streams")) {
            JsonNode books = part.getValue();
            long dropped = 0;
            for (JsonNode reason : books.path("dropped")) {
                dropped += reason.asLong(0);
            }
            row(
                    table,
                    "stream " + part.getKey(),
                    books,
                    number(books, "received") + " received, " + number(books, "published") + " published, "
                            + number(books, "buffered") + " buffered, " + dropped + " dropped");
        }
        for (Map.Entry<String, JsonNode> part : parts(report, "sinks")) {
            JsonNode sink = part.getValue();
            String oldest = sink.path("oldest").stringValue("");
            row(
                    table,
                    "sink " + part.getKey(),
                    sink,
                    number(sink, "backlog") + " waiting" + (oldest.isEmpty() ? "" : ", the oldest since " + oldest));
        }
        for (Map.Entry<String, JsonNode> part : parts(report, "commands")) {
            row(table, "commands " + part.getKey(), part.getValue(), "");
        }
        if (report.path("connections").size() > 0) {
            out.println();
            table.print(out);
        }
    }

    private static void row(Table table, String what, JsonNode part, String how) {
        table.row(what, status(part), how);
    }

    private static String good(JsonNode part, long points) {
        return number(part, "good") + " of " + Counted.of(points, "point") + " Good, last at "
                + part.path("lastGood").stringValue("no time");
    }

    /** Devices that push have nothing to be late for. */
    private static String scanned(JsonNode scan) {
        long points = number(scan, "good") + number(scan, "waiting");
        for (JsonNode bad : scan.path("bad")) {
            points += bad.asLong(0);
        }
        return good(scan, points)
                + (scan.has("polls")
                        ? ", " + Counted.of(number(scan, "polls"), "read") + ", " + number(scan, "overruns")
                                + " skipped, 99 % at most "
                                + Math.round(scan.path("latenessSeconds").asDouble(0) * 1e6) / 1e3 + " ms late"
                        : "");
    }

    private static Set<Map.Entry<String, JsonNode>> parts(JsonNode report, String kind) {
        return report.path(kind).properties();
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
