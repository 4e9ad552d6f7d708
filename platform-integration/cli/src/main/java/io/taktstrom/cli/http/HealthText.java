package io.taktstrom.cli.http;

import java.util.Map;
import java.util.Set;

import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Outlet.Colour;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.cli.terminal.Terminal;
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
                    "connection",
                    part,
                    number(device, "good") + " of " + number(device, "points") + " points Good, last at "
                            + device.path("lastGood").stringValue("no time") + ", " + number(device, "reconnects")
                            + " reconnects");
        }
        for (Map.Entry<String, JsonNode> part : parts(report, "streams")) {
            JsonNode books = part.getValue();
            long dropped = 0;
            for (JsonNode reason : books.path("dropped")) {
                dropped += reason.asLong(0);
            }
            row(
                    table,
                    "stream",
                    part,
                    number(books, "received") + " received, " + number(books, "published") + " published, "
                            + number(books, "buffered") + " buffered, " + dropped + " dropped");
        }
        for (Map.Entry<String, JsonNode> part : parts(report, "sinks")) {
            row(table, "sink", part, number(part.getValue(), "backlog") + " waiting");
        }
        for (Map.Entry<String, JsonNode> part : parts(report, "commands")) {
            row(table, "commands", part, "");
        }
        if (report.path("connections").size() > 0) {
            out.println();
            table.print(out);
        }
    }

    private static void row(Table table, String kind, Map.Entry<String, JsonNode> part, String how) {
        table.row(kind + " " + part.getKey(), status(part.getValue()), how);
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
