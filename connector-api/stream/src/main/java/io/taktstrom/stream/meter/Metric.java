package io.taktstrom.stream.meter;

/** All metrics: the names and units that operators build dashboards on, so none changes without a reason. */
enum Metric {
    RECEIVED("stream.received", "samples", "Samples taken over from the sources."),
    PUBLISHED("stream.published", "samples", "Samples acknowledged by the sink."),
    BUFFERED("stream.buffered", "samples", "Samples in the ring, on disk, or at the sink without acknowledgement."),
    DROPPED("stream.dropped", "samples", "Samples that did not reach the sink."),
    SPILL_BYTES("spill.size", "bytes", "Bytes that the stream's buffer takes on disk."),
    SPILL_SAMPLES("spill.samples", "samples", "Samples on disk that the sink has not acknowledged."),
    SPILL_OLDEST(
            "spill.oldest", "seconds", "How long the samples that are read next have been on disk; 0 while none are."),
    SPILL_WRITTEN("spill.written", "samples", "Samples written to disk."),
    SPILL_READ("spill.read", "samples", "Samples read back from disk."),
    SPILL_RECOVERED("spill.recovered", "samples", "Samples that a former run had left on disk."),
    SPILL_REPEATED(
            "spill.repeated",
            "samples",
            "Samples of a former run that it may have published, and that are published again."),
    SPILL_WELL("spill.well", "", "1 while the disk takes what it is given, otherwise 0."),
    UNACCOUNTED(
            "stream.unaccounted",
            "samples",
            "Received, but neither published, nor buffered, nor dropped, all at one moment: always 0."),
    RING_HIGH_WATER("ring.high.water", "samples", "Most samples that ever waited in the ring at once."),
    SINK_BACKLOG(
            "sink.backlog",
            "samples",
            "Samples that wait for the sink, in memory, on disk, or sent without acknowledgement."),
    SINK_OLDEST(
            "sink.oldest",
            "seconds",
            "How long the oldest sample has waited for the sink since it was received, or written to disk; 0 while none waits."),
    SINK_FAILURES("sink.failures", "failures", "Exceptions that the sink has thrown."),
    SINK_WELL(
            "sink.well", "", "1 while the sink's receiver took what it was sent last or can be reached, otherwise 0."),
    SINK_BYTES("sink.sent", "bytes", "Bytes that the sink has sent to its receiver."),
    SINK_REQUESTS("sink.requests", "requests", "Answers of the sink's receiver, good or bad."),
    SINK_REQUEST_DURATION(
            "sink.request.duration",
            "seconds",
            "How long the sink's receiver took to answer, over the last minute or two."),
    SINK_CERTIFICATE(
            "sink.certificate.left",
            "days",
            "How long a certificate is good, as far as the sink knows it; negative when it is over."),
    STREAM_THREAD_FAILURES(
            "stream.thread.failures", "failures", "Unexpected failures of the stream's own thread; it went on."),
    CONNECTED("connection.connected", "", "1 while the device is connected, otherwise 0."),
    POINTS(
            "points",
            "",
            "Points by the status of their last sample: good (Good or Uncertain), bad, or waiting for a first one."),
    POINTS_BAD(
            "points.bad",
            "",
            "Points whose last sample is Bad, by its status; a status is here from when it is first seen."),
    SCAN_AGE(
            "scan.age", "seconds", "How long no value has come, Good or Uncertain, for the points of this scan class."),
    WAITING(
            "notifications.waiting",
            "bytes",
            "What the device has pushed and no sink has taken yet, where the connector keeps it: OPC UA, ADS by a native library."),
    OVERFLOWS(
            "connection.overflows",
            "samples",
            "Samples that came marked Overflow: of their points, samples were lost before them, in the device or on the way to us."),
    ATTEMPTS("connection.attempts", "attempts", "Attempts to connect."),
    RECONNECTS("connection.reconnects", "sessions", "Sessions after the first one."),
    LATE(
            "connection.late",
            "samples",
            "Samples that came after their session had been given up, and are lost: dropped as late."),
    REFUSED(
            "connection.refused",
            "samples",
            "Samples offered after their session had been given up, and left for the next one to bring."),
    HANDOVER_FAILURES(
            "connection.handover.failures",
            "failures",
            "Exceptions that takers of the connection's samples have thrown."),
    CONNECTION_THREAD_FAILURES(
            "connection.thread.failures",
            "failures",
            "Unexpected failures of the connection's own thread; it connected again."),
    NOTICES_LEFT_OUT(
            "connection.notices.left.out",
            "notices",
            "Notices about the connection that were not told, because there were too many."),
    BROWSE_FAILURES(
            "browse.failures", "browses", "Browses for a deployment's points that failed; they are tried again."),
    CONNECTION_CERTIFICATE(
            "connection.certificate.left",
            "days",
            "How long a certificate is good, where the connection has one; negative when it is over."),
    ROUND_TRIPS("round.trips", "requests", "Requests that went to the device and were answered."),
    REQUESTS("requests", "requests", "Calls of the connection."),
    REQUEST_DURATION("request.duration", "seconds", "How long calls took, over the last minute or two."),
    POLL_READS("poll.reads", "reads", "Polls begun."),
    POLL_FAILURES("poll.failures", "reads", "Polls that failed as a whole."),
    POLL_OVERRUNS("poll.overruns", "reads", "Polls skipped because their moment had passed."),
    POLL_LATENESS(
            "poll.lateness",
            "seconds",
            "How late polls began, over the last minute or two; a moment that was skipped counts with how late it was by then."),
    POLL_JITTER("poll.jitter", "seconds", "How far the time between two polls was off, over the last minute or two."),
    BLOCK_SAMPLES("block.samples", "samples", "Samples taken out of rings."),
    BLOCK_LOST("block.lost", "samples", "Samples that the device overwrote in rings before they were read."),
    BLOCK_TORN("block.torn", "reads", "Images of rings that were of no use; the next one had their samples, too."),
    BLOCK_INTERRUPTIONS(
            "block.interruptions",
            "interruptions",
            "Counters of rings that were reset, or stood still while the device's clock went on."),
    COMMANDS("commands", "commands", "Commands from outside, by what became of them."),
    HEALTH("health", "", "How the deployment does, as /health says it: 2 UP, 1 DEGRADED, 0 DOWN."),
    RELOAD_REFUSED(
            "reload.refused",
            "",
            "1 while what runs is not what its file has, because the last reload was refused, otherwise 0."),
    STANDBY_ACTIVE("standby.active", "", "1 while this instance holds the lease and is active, 0 on standby."),
    STANDBY_TERM("standby.term", "", "Term of the lease that this instance holds, or held last; 0 for none."),
    COMPUTED_FAILURES(
            "computed.failures",
            "results",
            "Results of expressions that are Bad although no input is, as after a division by zero."),
    ALARM_ACTIVE("alarm.active", "", "1 while the alarm is raised, otherwise 0."),
    NOTICES_RAISED("receiver.raised", "notices", "Notices of alarms for a receiver."),
    NOTICES_DELIVERED("receiver.delivered", "notices", "Notices of alarms that a receiver has got."),
    NOTICES_PENDING("receiver.pending", "notices", "Notices of alarms that wait for a receiver."),
    NOTICES_DROPPED("receiver.dropped", "notices", "Notices of alarms that a receiver does not get, by reason."),
    CLOCK_STEPS("clock.steps", "steps", "How often the system's clock was set, or the machine slept.");

    private final String name;
    private final String unit;
    private final String about;

    /** @param name without the first part, {@code taktstrom}, which all have */
    Metric(String name, String unit, String about) {
        this.name = name;
        this.unit = unit;
        this.about = about;
    }

    String text() {
        return "taktstrom." + name;
    }

    /** Empty for a plain number. */
    String unit() {
        return unit;
    }

    String about() {
        return about;
    }
}
