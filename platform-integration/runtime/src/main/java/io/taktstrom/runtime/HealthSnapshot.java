package io.taktstrom.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.health.BadPoint;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.Lately;
import io.taktstrom.runtime.health.PointCounts;
import io.taktstrom.runtime.health.ScanReport;
import io.taktstrom.runtime.health.SinkReport;
import io.taktstrom.runtime.health.StreamReport;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.ClockWatch;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.SinkTrouble;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.source.FeedState;
import io.taktstrom.stream.source.ManagedConnection;

/** Finds out how a deployment does, from counters that exist anyway. Asks no device and no receiver, does not block. Thread-safe. */
final class HealthSnapshot {

    /** How long a step of the clock is a reason not to be well. */
    private static final Duration STEP_MATTERS = Duration.ofMinutes(1);

    private static final double NEARLY_ALL = 0.99;

    private final RunningDeployment running;
    private final RunningStreams streams;
    private final OpenSinks sinks;
    private final ClockWatch clockWatch;
    private final EpochNanoClock clock;
    private final Lately lately = new Lately();

    HealthSnapshot(
            RunningDeployment running,
            RunningStreams streams,
            OpenSinks sinks,
            ClockWatch clockWatch,
            EpochNanoClock clock) {
        this.running = running;
        this.streams = streams;
        this.sinks = sinks;
        this.clockWatch = clockWatch;
        this.clock = clock;
    }

    /** @param closed whether the deployment is being closed, or is */
    Facts facts(boolean closed) {
        Map<String, RunningStream> live = streams.live();
        List<StreamReport> streamReports = new ArrayList<>();
        running.accounts().forEach((name, accounting) -> streamReports.add(stream(name, accounting, live)));
        List<SinkReport> sinkReports = sinks(live.values(), streamReports);
        RunningCommands commands = running.commands();
        return new Facts(
                clock.epochNanos(),
                !closed && sinkReports.stream().allMatch(SinkReport::isOpen),
                closed,
                running.connections().stream().map(this::connection).toList(),
                streamReports,
                sinkReports,
                commands == null ? Map.of() : commands.sources(),
                clockWatch.steps(),
                step(),
                running.reloadRefusal(),
                running.standby(),
                running.alarms().delivery());
    }

    private String step() {
        ClockWatch.Step step = clockWatch.lastStep();
        long ago = step == null ? 0 : clock.nanoTime() - step.at();
        if (step == null || ago > STEP_MATTERS.toNanos()) {
            return "";
        }
        return "it was set " + Durations.format(rounded(Math.abs(step.nanos())))
                + (step.nanos() > 0 ? " forward, or the machine slept, " : " back, ")
                + ago / 1_000_000_000
                + " s ago; time stamps before and after do not compare: look after the machine's time service";
    }

    /** To seconds, or, where it is less than one, to milliseconds. */
    private static Duration rounded(long nanos) {
        long millis = Math.round(nanos / 1e6);
        return millis < 1000 ? Duration.ofMillis(millis) : Duration.ofSeconds(Math.round(millis / 1e3));
    }

    private ConnectionReport connection(RunningConnection connection) {
        ManagedConnection managed = connection.managed();
        List<FeedState> feeds = managed.feedStates();
        List<ScanReport> scans = scans(connection.name(), managed, feeds, firstBad(managed));
        PointCounts counts = scans.stream().map(ScanReport::counts).reduce(PointCounts.NONE, PointCounts::plus);
        String browsing = switch (connection.browsing()) {
            case FAILED -> "browsing it for points has failed; tried again after a while";
            case CUT -> "points that it was browsed for are left out: there are too many, or they cannot be points";
            case NONE, WAITING, DONE -> "";
        };
        return new ConnectionReport(
                connection.name(),
                managed.state(),
                managed.since(),
                managed.trouble(),
                connection.points(),
                counts,
                scans.stream().mapToLong(ScanReport::lastGoodAt).max().orElse(SampleBatch.NO_TIME),
                managed.attempts(),
                managed.reconnects(),
                managed.samples(),
                connection.browsing() == RunningConnection.Browsing.WAITING,
                browsing,
                scans);
    }

    private static Map<ScanClass, List<BadPoint>> firstBad(ManagedConnection managed) {
        Map<ScanClass, List<BadPoint>> first = new HashMap<>();
        managed.points((scanClass, point, status) -> {
            if (StatusCode.isBad(status) && StatusCode.codeOf(status) != StatusCode.BAD_WAITING_FOR_INITIAL_DATA) {
                List<BadPoint> of = first.computeIfAbsent(scanClass, key -> new ArrayList<>());
                if (of.size() < ScanReport.NAMED) {
                    of.add(BadPoint.of(point, status));
                }
            }
        });
        return first;
    }

    private List<ScanReport> scans(
            String connection,
            ManagedConnection managed,
            List<FeedState> feeds,
            Map<ScanClass, List<BadPoint>> firstBad) {
        Map<ScanClass, List<FeedState>> byScan = new LinkedHashMap<>();
        feeds.forEach(feed -> byScan.computeIfAbsent(feed.scanClass(), key -> new ArrayList<>())
                .add(feed));
        Map<String, PollMeter> polls = managed.pollMeters();
        HealthConfig health = running.deployment().health();
        List<ScanReport> scans = new ArrayList<>();
        byScan.forEach((scan, of) -> {
            PollMeter meter = polls.get(scan.name());
            String counter = "scan " + connection + "/" + scan.name();
            long read = meter == null ? 0 : meter.polls();
            long overruns = meter == null ? 0 : meter.overruns();
            scans.add(new ScanReport(
                    scan,
                    of.stream()
                            .map(feed -> new PointCounts(feed.good(), feed.waiting(), feed.bad()))
                            .reduce(PointCounts.NONE, PointCounts::plus),
                    firstBad.getOrDefault(scan, List.of()),
                    of.stream().mapToLong(FeedState::begunAt).max().orElse(SampleBatch.NO_TIME),
                    of.stream().mapToLong(FeedState::lastGoodAt).max().orElse(SampleBatch.NO_TIME),
                    oldest(of.stream().map(FeedState::lastGoodAt).toList()),
                    health.maxAgeOf(scan),
                    read,
                    overruns,
                    new ScanReport.Lately(growth(counter + " polls", read), growth(counter + " overruns", overruns)),
                    meter == null ? 0 : meter.lateness().recentNanos(NEARLY_ALL)));
        });
        return scans;
    }

    private static long oldest(List<Long> times) {
        return times.stream()
                .filter(time -> time != SampleBatch.NO_TIME)
                .min(Long::compare)
                .orElse(SampleBatch.NO_TIME);
    }

    private StreamReport stream(String name, Accounting accounting, Map<String, RunningStream> live) {
        RunningStream stream = live.get(name);
        long lostLately = growth("stream " + name, accounting.lost());
        if (stream == null) {
            return new StreamReport(name, "", accounting, lostLately, SampleBatch.NO_TIME, "");
        }
        Pipeline pipeline = stream.pipeline();
        return new StreamReport(
                name,
                stream.sink(),
                accounting,
                lostLately,
                pipeline.oldestAt(),
                Objects.requireNonNullElse(pipeline.spillTrouble(), ""));
    }

    private List<SinkReport> sinks(Iterable<RunningStream> live, List<StreamReport> reports) {
        Map<String, SinkHealth> open = sinks.health();
        Map<String, List<Pipeline>> bySink = new LinkedHashMap<>();
        open.keySet().forEach(name -> bySink.put(name, new ArrayList<>()));
        live.forEach(stream ->
                bySink.computeIfAbsent(stream.sink(), key -> new ArrayList<>()).add(stream.pipeline()));
        List<SinkReport> sinkReports = new ArrayList<>();
        bySink.forEach((name, pipelines) -> {
            List<StreamReport> ending = reports.stream()
                    .filter(report -> report.sink().equals(name))
                    .toList();
            SinkHealth health = open.get(name);
            sinkReports.add(new SinkReport(
                    name,
                    health != null,
                    health != null && !health.well() ? health.detail() : trouble(pipelines),
                    ending.stream()
                            .mapToLong(report -> report.accounting().buffered())
                            .sum(),
                    oldest(ending.stream().map(StreamReport::oldestAt).toList()),
                    pipelines.stream().mapToLong(Pipeline::sinkFailures).sum(),
                    running.deployment().health().maxWait()));
        });
        return sinkReports;
    }

    private static String trouble(List<Pipeline> pipelines) {
        for (Pipeline pipeline : pipelines) {
            SinkTrouble trouble = pipeline.sinkTrouble();
            if (trouble != null) {
                return trouble.text();
            }
        }
        return "";
    }

    private long growth(String counter, long count) {
        return lately.growth(counter, count, clock.nanoTime());
    }
}
