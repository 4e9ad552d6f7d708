package io.taktstrom.cli.profile;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The tables of a profile, the most telling rows first.
 *
 * @param most rows of each
 */
record Tables(Profile profile, int most) {

    List<Section> sections() {
        double samples = Math.max(1, profile.samples());
        double allocated = Math.max(
                1,
                profile.tallies("allocations").values().stream()
                        .mapToLong(Tally::bytes)
                        .sum());
        return Stream.of(
                        section(
                                        "requests",
                                        "taktstrom.Request",
                                        "Requests, by connection and operation",
                                        Tally::totalNanos)
                                .key("connection", "operation")
                                .count("calls", Tally::events)
                                .count("points", Tally::amount)
                                .bytes("bytes", Tally::bytes)
                                .times("p50 p99 max", Tally::nanosAt)
                                .nanos("total", Tally::totalNanos),
                        section(
                                        "notifications",
                                        "taktstrom.Notification",
                                        "Notifications, by connection and scan",
                                        Tally::amount)
                                .key("connection", "scan")
                                .count("batches", Tally::events)
                                .count("samples", Tally::amount)
                                .times("backlogP50 backlogP99 backlogMax", Tally::waitAt)
                                .nanos("takingThem", Tally::totalNanos),
                        section(
                                        "batches",
                                        "taktstrom.Batch",
                                        "Flush units, by stream: their age when they were done",
                                        Tally::amount)
                                .key("stream", "outcome")
                                .count("units", Tally::events)
                                .count("samples", Tally::amount)
                                .times("ageP50 ageP99 ageMax", Tally::waitAt)
                                .times("sinkP50 sinkP99 sinkMax", Tally::nanosAt),
                        section("deliveries", "taktstrom.Delivery", "What sinks have sent", Tally::bytes)
                                .key("sink")
                                .count("requests", Tally::events)
                                .bytes("bytes", Tally::bytes)
                                .times("p50 p99 max", Tally::nanosAt),
                        section("spills", "taktstrom.Spill", "Writes to buffers on disk", Tally::amount)
                                .key("stream")
                                .count("writes", Tally::events)
                                .count("samples", Tally::amount)
                                .times("p50 p99 max", Tally::nanosAt),
                        section("sessions", "taktstrom.Session", "Sessions", Tally::events)
                                .key("connection", "turn", "cause")
                                .count("times", Tally::events),
                        section("overruns", "taktstrom.Overrun", "Polls that were skipped", Tally::amount)
                                .key("connection", "scan")
                                .count("polls", Tally::amount),
                        section("drops", "taktstrom.Drop", "Samples that were dropped", Tally::amount)
                                .key("stream", "reason")
                                .count("samples", Tally::amount),
                        section("threads", "threads", "Time, by thread", Tally::events)
                                .key("thread", "state")
                                .count("samples", Tally::events)
                                .share("share", tally -> tally.events() / samples),
                        section("methods", "methods", "Time, by our method and what it was doing", Tally::events)
                                .key("method", "doing", "state")
                                .count("samples", Tally::events)
                                .share("share", tally -> tally.events() / samples),
                        section("allocations", "allocations", "Garbage, by our method and class", Tally::bytes)
                                .key("method", "class")
                                .bytes("bytes", Tally::bytes)
                                .share("share", tally -> tally.bytes() / allocated),
                        section("collections", "jdk.GarbageCollection", "Garbage collections", Tally::totalNanos)
                                .key("collector")
                                .count("times", Tally::events)
                                .times("pausesP50 pausesP99 pausesMax", Tally::nanosAt)
                                .nanos("longest", tally -> tally.waitAt(100))
                                .nanos("total", Tally::totalNanos),
                        section("lost", "jdk.DataLoss", "What is missing in this recording", Tally::amount)
                                .key("what")
                                .count("bytes", Tally::amount))
                .map(table -> table.made(most))
                .toList();
    }

    private TallyTable section(String name, String of, String title, ToLongFunction<Tally> weight) {
        return new TallyTable(name, title, profile.tallies(of), weight);
    }
}
