package io.taktstrom.stream.meter;

import java.util.List;

/** All metrics: the names, units and tags that operators build dashboards on, so none changes without a reason. */
enum Metric {
    RECEIVED(Kind.COUNTER, "taktstrom.stream.received", "samples", "stream", "Samples taken over from the sources."),
    PUBLISHED(Kind.COUNTER, "taktstrom.stream.published", "samples", "stream", "Samples acknowledged by the sink."),
    BUFFERED(
            Kind.GAUGE,
            "taktstrom.stream.buffered",
            "samples",
            "stream",
            "Samples in the ring, on disk, or at the sink without acknowledgement."),
    DROPPED(
            Kind.COUNTER,
            "taktstrom.stream.dropped",
            "samples",
            "stream, reason",
            "Samples that did not reach the sink."),
    SPILL_BYTES(Kind.GAUGE, "taktstrom.spill.size", "bytes", "stream", "Bytes that the stream's buffer takes on disk."),
    SPILL_SAMPLES(
            Kind.GAUGE,
            "taktstrom.spill.samples",
            "samples",
            "stream",
            "Samples on disk that the sink has not acknowledged."),
    SPILL_OLDEST(
            Kind.GAUGE,
            "taktstrom.spill.oldest",
            "seconds",
            "stream",
            "How long the samples that are read next have been on disk; 0 while none are."),
    SPILL_WRITTEN(Kind.COUNTER, "taktstrom.spill.written", "samples", "stream", "Samples written to disk."),
    SPILL_READ(Kind.COUNTER, "taktstrom.spill.read", "samples", "stream", "Samples read back from disk."),
    SPILL_RECOVERED(
            Kind.COUNTER,
            "taktstrom.spill.recovered",
            "samples",
            "stream",
            "Samples that a former run had left on disk."),
    SPILL_REPEATED(
            Kind.COUNTER,
            "taktstrom.spill.repeated",
            "samples",
            "stream",
            "Samples of a former run that it may have published, and that are published again."),
    SPILL_WELL(
            Kind.GAUGE, "taktstrom.spill.well", "", "stream", "1 while the disk takes what it is given, otherwise 0."),
    UNACCOUNTED(
            Kind.GAUGE,
            "taktstrom.stream.unaccounted",
            "samples",
            "stream",
            "Received, but neither published, nor buffered, nor dropped, all at one moment: always 0."),
    RING_HIGH_WATER(
            Kind.GAUGE,
            "taktstrom.ring.high.water",
            "samples",
            "stream",
            "Most samples that ever waited in the ring at once."),
    SINK_BACKLOG(
            Kind.GAUGE,
            "taktstrom.sink.backlog",
            "samples",
            "sink, stream",
            "Samples that wait for the sink, in memory, on disk, or sent without acknowledgement."),
    SINK_OLDEST(
            Kind.GAUGE,
            "taktstrom.sink.oldest",
            "seconds",
            "sink, stream",
            "How long the oldest sample has waited for the sink since it was received, or written to disk; 0 while none waits."),
    SINK_FAILURES(
            Kind.COUNTER, "taktstrom.sink.failures", "failures", "stream", "Exceptions that the sink has thrown."),
    SINK_WELL(
            Kind.GAUGE,
            "taktstrom.sink.well",
            "",
            "sink",
            "1 while the sink's receiver took what it was sent last or can be reached, otherwise 0."),
    SINK_BYTES(Kind.COUNTER, "taktstrom.sink.sent", "bytes", "sink", "Bytes that the sink has sent to its receiver."),
    SINK_REQUESTS(
            Kind.COUNTER,
            "taktstrom.sink.requests",
            "requests",
            "sink",
            "Answers of the sink's receiver, good or bad."),
    SINK_REQUEST_DURATION(
            Kind.QUANTILES,
            "taktstrom.sink.request.duration",
            "seconds",
            "sink, quantile",
            "How long the sink's receiver took to answer, over the last minute or two."),
    SINK_CERTIFICATE(
            Kind.GAUGE,
            "taktstrom.sink.certificate.left",
            "days",
            "sink, holder",
            "How long a certificate is good, as far as the sink knows it; negative when it is over."),
    STREAM_THREAD_FAILURES(
            Kind.COUNTER,
            "taktstrom.stream.thread.failures",
            "failures",
            "stream",
            "Unexpected failures of the stream's own thread; it went on."),
    CONNECTED(
            Kind.GAUGE,
            "taktstrom.connection.connected",
            "",
            "connection",
            "1 while the device is connected, otherwise 0."),
    POINTS(
            Kind.GAUGE,
            "taktstrom.points",
            "",
            "connection, scan, state",
            "Points by the status of their last sample: good (Good or Uncertain), bad, or waiting for a first one."),
    POINTS_BAD(
            Kind.GAUGE,
            "taktstrom.points.bad",
            "",
            "connection, status",
            "Points whose last sample is Bad, by its status; a status is here from when it is first seen."),
    SCAN_AGE(
            Kind.GAUGE,
            "taktstrom.scan.age",
            "seconds",
            "connection, scan",
            "How long no value has come, Good or Uncertain, for the points of this scan class."),
    WAITING(
            Kind.GAUGE,
            "taktstrom.notifications.waiting",
            "bytes",
            "connection",
            "What the device has pushed and no sink has taken yet, where the connector keeps it: OPC UA, ADS by a native library."),
    OVERFLOWS(
            Kind.COUNTER,
            "taktstrom.connection.overflows",
            "samples",
            "connection",
            "Samples that came marked Overflow: of their points, samples were lost before them, in the device or on the way to us."),
    ATTEMPTS(Kind.COUNTER, "taktstrom.connection.attempts", "attempts", "connection", "Attempts to connect."),
    RECONNECTS(
            Kind.COUNTER, "taktstrom.connection.reconnects", "sessions", "connection", "Sessions after the first one."),
    LATE(
            Kind.COUNTER,
            "taktstrom.connection.late",
            "samples",
            "connection",
            "Samples that came after their session had been given up, and are lost: dropped as late."),
    REFUSED(
            Kind.COUNTER,
            "taktstrom.connection.refused",
            "samples",
            "connection",
            "Samples offered after their session had been given up, and left for the next one to bring."),
    HANDOVER_FAILURES(
            Kind.COUNTER,
            "taktstrom.connection.handover.failures",
            "failures",
            "connection",
            "Exceptions that takers of the connection's samples have thrown."),
    CONNECTION_THREAD_FAILURES(
            Kind.COUNTER,
            "taktstrom.connection.thread.failures",
            "failures",
            "connection",
            "Unexpected failures of the connection's own thread; it connected again."),
    NOTICES_LEFT_OUT(
            Kind.COUNTER,
            "taktstrom.connection.notices.left.out",
            "notices",
            "connection",
            "Notices about the connection that were not told, because there were too many."),
    BROWSE_FAILURES(
            Kind.COUNTER,
            "taktstrom.browse.failures",
            "browses",
            "connection",
            "Browses for a deployment's points that failed; they are tried again."),
    CONNECTION_CERTIFICATE(
            Kind.GAUGE,
            "taktstrom.connection.certificate.left",
            "days",
            "connection, holder",
            "How long a certificate is good, where the connection has one; negative when it is over."),
    ROUND_TRIPS(
            Kind.COUNTER,
            "taktstrom.round.trips",
            "requests",
            "connection",
            "Requests that went to the device and were answered."),
    REQUESTS(Kind.COUNTER, "taktstrom.requests", "requests", "connection, operation", "Calls of the connection."),
    REQUEST_DURATION(
            Kind.QUANTILES,
            "taktstrom.request.duration",
            "seconds",
            "connection, operation, quantile",
            "How long calls took, over the last minute or two."),
    POLL_READS(Kind.COUNTER, "taktstrom.poll.reads", "reads", "connection, scan", "Polls begun."),
    POLL_FAILURES(
            Kind.COUNTER, "taktstrom.poll.failures", "reads", "connection, scan", "Polls that failed as a whole."),
    POLL_OVERRUNS(
            Kind.COUNTER,
            "taktstrom.poll.overruns",
            "reads",
            "connection, scan",
            "Polls skipped because their moment had passed."),
    POLL_LATENESS(
            Kind.QUANTILES,
            "taktstrom.poll.lateness",
            "seconds",
            "connection, scan, quantile",
            "How late polls began, over the last minute or two; a moment that was skipped counts with how late it was by then."),
    POLL_JITTER(
            Kind.QUANTILES,
            "taktstrom.poll.jitter",
            "seconds",
            "connection, scan, quantile",
            "How far the time between two polls was off, over the last minute or two."),
    BLOCK_SAMPLES(
            Kind.COUNTER, "taktstrom.block.samples", "samples", "connection, scan", "Samples taken out of rings."),
    BLOCK_LOST(
            Kind.COUNTER,
            "taktstrom.block.lost",
            "samples",
            "connection, scan",
            "Samples that the device overwrote in rings before they were read."),
    BLOCK_TORN(
            Kind.COUNTER,
            "taktstrom.block.torn",
            "reads",
            "connection, scan",
            "Images of rings that were of no use; the next one had their samples, too."),
    BLOCK_INTERRUPTIONS(
            Kind.COUNTER,
            "taktstrom.block.interruptions",
            "interruptions",
            "connection, scan",
            "Counters of rings that were reset, or stood still while the device's clock went on."),
    COMMANDS(
            Kind.COUNTER,
            "taktstrom.commands",
            "commands",
            "outcome",
            "Commands from outside, by what became of them."),
    HEALTH(
            Kind.GAUGE,
            "taktstrom.health",
            "",
            "",
            "How the deployment does, as /health says it: 2 UP, 1 DEGRADED, 0 DOWN."),
    RELOAD_REFUSED(
            Kind.GAUGE,
            "taktstrom.reload.refused",
            "",
            "",
            "1 while what runs is not what its file has, because the last reload was refused, otherwise 0."),
    ALARM_ACTIVE(
            Kind.GAUGE, "taktstrom.alarm.active", "", "alarm, severity", "1 while the alarm is raised, otherwise 0."),
    CLOCK_STEPS(
            Kind.COUNTER,
            "taktstrom.clock.steps",
            "steps",
            "",
            "How often the system's clock was set, or the machine slept.");

    /** How a metric behaves. */
    enum Kind {
        /** Grows only. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** A duration that so large a part does not exceed. */
        QUANTILES
    }

    private final Kind kind;
    private final String text;
    private final String unit;
    private final String tags;
    private final String about;

    Metric(Kind kind, String text, String unit, String tags, String about) {
        this.kind = kind;
        this.text = text;
        this.unit = unit;
        this.tags = tags;
        this.about = about;
    }

    Kind kind() {
        return kind;
    }

    String text() {
        return text;
    }

    /** Empty for a plain number. */
    String unit() {
        return unit;
    }

    List<String> tags() {
        return tags.isEmpty() ? List.of() : List.of(tags.split(", "));
    }

    String about() {
        return about;
    }
}
