package io.taktstrom.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.source.ManagedConnection;

/** Looks at a running deployment as a whole, once a second. One thread. */
final class Overviews {

    /** Of each column of the picture; those in trouble come first. */
    private static final int MAX_NODES = 24;

    private static final int MAX_REASONS = 20;
    private static final int MAX_BOOKS = 200;

    private static final String WELL = "well";
    private static final String BUSY = "busy";
    private static final String UNWELL = "unwell";

    private final RunningDeployment running;
    private final String title;
    private final boolean mayWrite;
    private final EpochNanoClock clock;
    private final long since;
    private final Rates rates = new Rates();

    Overviews(RunningDeployment running, String title, boolean mayWrite, EpochNanoClock clock) {
        this.running = running;
        this.title = ShownText.of(title);
        this.mayWrite = mayWrite;
        this.clock = clock;
        since = clock.epochNanos() / 1_000_000;
    }

    /**
     * What is to be seen now.
     *
     * @param withTimings whether anybody looks at them
     */
    Overview now(PointTable table, PointHistory history, boolean withTimings) {
        Deployment deployment = running.deployment();
        List<RunningConnection> connections = running.connections();
        Map<String, Accounting> accounts = running.accounts();
        Map<String, Integer> points = new LinkedHashMap<>();
        for (Severity severity : Severity.values()) {
            points.put(severity.text(), history.count(severity));
        }
        List<String> reasons = reasons(points, table.size());
        long samples = table.taps().stream().mapToLong(ScanTap::samples).sum();
        return new Overview(
                clock.epochNanos() / 1_000_000,
                since,
                title,
                reasons.isEmpty(),
                reasons.stream().limit(MAX_REASONS).map(ShownText::of).toList(),
                rates.of("", samples, clock.nanoTime()),
                points,
                flow(deployment, connections, accounts),
                books(accounts),
                withTimings ? TimingRows.of(connections) : List.of(),
                mayWrite);
    }

    /** What the model of health says, alarms, and points that are Bad. */
    private List<String> reasons(Map<String, Integer> points, int all) {
        HealthReport health = running.health();
        List<String> reasons = new ArrayList<>();
        health.alarms().stream()
                .filter(AlarmReport::isActive)
                .forEach(alarm -> reasons.add("alarm " + alarm.name() + ": " + alarm.text()));
        health.reasons().forEach(reason -> reasons.add(about(reason.subject()) + reason.text()));
        int bad = points.getOrDefault(Severity.BAD.text(), 0);
        if (bad > 0) {
            reasons.add(bad + " of " + all + " points are Bad");
        }
        return reasons;
    }

    /** What a text is about, in front of it. */
    static String about(Subject subject) {
        return subject.name().isEmpty() ? "" : subject.name() + ": ";
    }

    private static String words(ManagedConnection.State state) {
        return switch (state) {
            case CONNECTED -> "connected";
            case CONNECTING -> "connecting";
            case WAITING -> "away, tried again soon";
            case CLOSED -> "closed";
        };
    }

    private Overview.Flow flow(
            Deployment deployment, List<RunningConnection> connections, Map<String, Accounting> accounts) {
        FlowPicture picture = new FlowPicture(MAX_NODES);
        Map<String, Boolean> late = new LinkedHashMap<>();
        for (RunningConnection connection : connections) {
            device(picture, connection);
            for (ScanTap tap : connection.taps()) {
                scan(picture, connection, tap, late);
            }
        }
        for (ScanClass scanClass : deployment.scanClasses().values()) {
            boolean isLate = late.getOrDefault(scanClass.name(), false);
            picture.add(new Overview.Node(
                    "c:" + scanClass.name(),
                    "scan",
                    scanClass.name(),
                    isLate ? BUSY : WELL,
                    words(scanClass),
                    isLate ? "some reads come too late and are left out" : "on time"));
        }
        Map<String, SinkHealth> sinks = running.sinks();
        for (StreamConfig stream : deployment.streams()) {
            stream(picture, stream, accounts);
        }
        for (SinkConfig sink : deployment.sinks().values()) {
            SinkHealth health = sinks.getOrDefault(sink.name(), SinkHealth.WELL);
            picture.add(new Overview.Node(
                    "k:" + sink.name(),
                    "sink",
                    sink.name(),
                    health.well() ? WELL : UNWELL,
                    sink.type(),
                    health.detail()));
        }
        return picture.flow();
    }

    private static void device(FlowPicture picture, RunningConnection connection) {
        ManagedConnection managed = connection.managed();
        String state = switch (managed.state()) {
            case CONNECTED -> WELL;
            case CONNECTING -> BUSY;
            case WAITING, CLOSED -> UNWELL;
        };
        // An endpoint says neither options nor passwords of itself.
        picture.add(new Overview.Node(
                "d:" + connection.name(),
                "device",
                connection.name(),
                state,
                words(managed.state()) + " \u00b7 " + connection.points() + " points",
                managed.endpoint() + ", " + managed.reconnects() + " reconnects"));
    }

    private void scan(FlowPicture picture, RunningConnection connection, ScanTap tap, Map<String, Boolean> late) {
        String scan = tap.scanClass().name();
        // A scan that is opened anew counts from the beginning again.
        double rate = rates.of(
                connection.name() + "\n" + scan + "\n" + System.identityHashCode(tap), tap.samples(), clock.nanoTime());
        picture.flows("d:" + connection.name(), "c:" + scan, rate, -1);
        running.deployment().streams().stream()
                .filter(stream ->
                        stream.to().stream().anyMatch(to -> tap.pipelines().contains(stream.name() + "." + to)))
                .forEach(stream -> picture.flows("c:" + scan, "s:" + stream.name(), rate, -1));
        PollMeter poll = connection.managed().pollMeters().get(scan);
        if (poll != null) {
            double overruns = rates.of(connection.name() + "\n" + scan + "\nlate", poll.overruns(), clock.nanoTime());
            late.merge(scan, overruns > 0.01, Boolean::logicalOr);
        }
    }

    private void stream(FlowPicture picture, StreamConfig stream, Map<String, Accounting> accounts) {
        boolean loses = false;
        for (String to : stream.to()) {
            String name = stream.name() + "." + to;
            Accounting account = accounts.get(name);
            if (account != null) {
                double rate = rates.of("published\n" + name, account.published(), clock.nanoTime());
                picture.flows("s:" + stream.name(), "k:" + to, rate, account.buffered());
                loses |= rates.of("lost\n" + name, lost(account), clock.nanoTime()) > 0.01;
            }
        }
        picture.add(new Overview.Node(
                "s:" + stream.name(),
                "stream",
                stream.name(),
                loses ? UNWELL : WELL,
                "ring of " + stream.ring().capacity() + " \u00b7 "
                        + stream.ring().onFull().text(),
                loses ? "samples are being dropped" : "nothing is dropped that was not to be"));
    }

    private static long lost(Accounting account) {
        return account.dropped().entrySet().stream()
                .filter(drop -> !drop.getKey().wasAskedFor())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static String words(ScanClass scanClass) {
        String mode = scanClass.mode().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return mode + " each " + words(scanClass.cycle());
    }

    private static String words(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos % 1_000_000_000 == 0) {
            return duration.toSeconds() + " s";
        }
        return nanos % 1_000_000 == 0 ? duration.toMillis() + " ms" : nanos / 1_000 + " \u00b5s";
    }

    private static List<Overview.Book> books(Map<String, Accounting> accounts) {
        return accounts.entrySet().stream()
                .sorted(Comparator.comparing(way -> way.getValue().isBalanced()))
                .limit(MAX_BOOKS)
                .map(way -> book(way.getKey(), way.getValue()))
                .toList();
    }

    private static Overview.Book book(String name, Accounting account) {
        Map<String, Long> dropped = account.dropped().entrySet().stream()
                .filter(drop -> drop.getValue() > 0)
                .collect(Collectors.toMap(
                        drop -> drop.getKey().text(), Map.Entry::getValue, Long::sum, LinkedHashMap::new));
        return new Overview.Book(
                ShownText.of(name),
                account.received(),
                account.published(),
                account.buffered(),
                dropped,
                account.isBalanced());
    }
}
