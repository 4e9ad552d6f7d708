package io.taktstrom.cli.profile;

import java.util.List;
import java.util.function.ToLongFunction;

/** The tables of a profile. */
final class ProfileTables {

    private final Profile profile;

    private ProfileTables(Profile profile) {
        this.profile = profile;
    }

    static List<TallyTable> of(Profile profile) {
        return new ProfileTables(profile).tables();
    }

    private TallyTable table(String name, String of, String title, ToLongFunction<Tally> weight) {
        return new TallyTable(name, title, profile.tallies(of), weight);
    }

    private List<TallyTable> tables() {
        long allocated = profile.tallies("allocations").values().stream()
                .mapToLong(Tally::bytes)
                .sum();
        return List.of(
                table("requests", "taktstrom.Request", "Requests, by connection and operation", Tally::totalNanos)
                        .key("connection", "operation")
                        .count("calls", Tally::events)
                        .count("points", Tally::amount)
                        .bytes("bytes", Tally::bytes)
                        .times("", Tally::nanosAt)
                        .nanos("total", Tally::totalNanos),
                table("notifications", "taktstrom.Notification", "Notifications, by connection and scan", Tally::amount)
                        .key("connection", "scan")
                        .count("batches", Tally::events)
                        .count("samples", Tally::amount)
                        .times("backlog", Tally::waitAt)
                        .nanos("takingThem", Tally::totalNanos),
                table("batches", "taktstrom.Batch", "Flush units, by stream: their age when completed", Tally::amount)
                        .key("stream", "outcome")
                        .count("units", Tally::events)
                        .count("samples", Tally::amount)
                        .times("age", Tally::waitAt)
                        .times("sink", Tally::nanosAt),
                table("deliveries", "taktstrom.Delivery", "Requests of sinks", Tally::bytes)
                        .key("sink")
                        .count("requests", Tally::events)
                        .bytes("bytes", Tally::bytes)
                        .times("", Tally::nanosAt),
                table("spills", "taktstrom.Spill", "Writes to buffers on disk", Tally::amount)
                        .key("stream")
                        .count("writes", Tally::events)
                        .count("samples", Tally::amount)
                        .times("", Tally::nanosAt),
                table("sessions", "taktstrom.Session", "Sessions", Tally::events)
                        .key("connection", "turn", "cause")
                        .count("times", Tally::events),
                table("overruns", "taktstrom.Overrun", "Skipped polls", Tally::amount)
                        .key("connection", "scan")
                        .count("polls", Tally::amount),
                table("drops", "taktstrom.Drop", "Dropped samples", Tally::amount)
                        .key("stream", "reason")
                        .count("samples", Tally::amount),
                table("threads", "threads", "Time, by thread", Tally::events)
                        .key("thread", "state")
                        .count("samples", Tally::events)
                        .share(Tally::events, profile.samples()),
                table("methods", "methods", "Time, by our method and the innermost", Tally::events)
                        .key("method", "doing", "state")
                        .count("samples", Tally::events)
                        .share(Tally::events, profile.samples()),
                table("allocations", "allocations", "Garbage, by our method and class", Tally::bytes)
                        .key("method", "class")
                        .bytes("bytes", Tally::bytes)
                        .share(Tally::bytes, allocated),
                table("collections", "jdk.GarbageCollection", "Garbage collections", Tally::totalNanos)
                        .key("collector")
                        .count("times", Tally::events)
                        .times("pauses", Tally::nanosAt)
                        .nanos("longest", tally -> tally.waitAt(100))
                        .nanos("total", Tally::totalNanos),
                table("lost", "jdk.DataLoss", "Missing in this recording", Tally::amount)
                        .key("what")
                        .count("bytes", Tally::amount));
    }
}
