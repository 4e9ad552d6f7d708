package io.taktstrom.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.SinkReport;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ConnectionState;

/** Draws what flows where. Who is well and who is not, the model of health says, as everywhere. One use. */
final class Flows {

    /** Of each column of the picture; those in trouble come first. */
    private static final int MAX_NODES = 24;

    private final RunningDeployment running;
    private final HealthReport health;
    private final Rates rates;
    private final long at;
    private final FlowPicture picture = new FlowPicture(MAX_NODES);

    private Flows(RunningDeployment running, HealthReport health, Rates rates, long at) {
        this.running = running;
        this.health = health;
        this.rates = rates;
        this.at = at;
    }

    /** @param at of the clock of the rates */
    static Overview.Flow at(RunningDeployment running, HealthReport health, Rates rates, long at) {
        Flows flows = new Flows(running, health, rates, at);
        flows.draw(running.deployment());
        return flows.picture.flow();
    }

    private void draw(Deployment deployment) {
        Map<String, RunningConnection> connections = new HashMap<>();
        running.connections().forEach(connection -> connections.put(connection.name(), connection));
        for (ConnectionReport connection : health.facts().connections()) {
            RunningConnection runs = connections.get(connection.name());
            if (runs != null) {
                device(connection, runs, health.condition(Subject.connection(connection.name())));
                runs.taps().forEach(tap -> scan(connection.name(), tap));
            }
        }
        deployment.scanClasses().values().forEach(this::scanClass);
        Map<String, Condition> sinks = new HashMap<>();
        health.facts().sinks().forEach(sink -> sinks.put(sink.name(), health.condition(Subject.sink(sink.name()))));
        for (StreamConfig stream : deployment.streams()) {
            stream(stream, sinks);
        }
        for (SinkReport sink : health.facts().sinks()) {
            PartConfig config = deployment.sinks().get(sink.name());
            if (config != null) {
                sink(sink, config.type(), sinks.getOrDefault(sink.name(), Condition.UP));
            }
        }
    }

    private static String words(ConnectionState state) {
        return switch (state) {
            case CONNECTED -> "connected";
            case CONNECTING -> "connecting";
            case WAITING -> "away, tried again soon";
            case CLOSED -> "closed";
        };
    }

    private void device(ConnectionReport connection, RunningConnection runs, Condition condition) {
        // An endpoint says neither options nor passwords of itself.
        picture.add(new Overview.Node(
                "d:" + connection.name(),
                "device",
                connection.name(),
                condition,
                words(connection.state()) + " \u00b7 " + Counted.of(connection.points(), "point"),
                runs.managed().endpoint() + ", " + Counted.of(connection.reconnects(), "reconnect")
                        + (connection.trouble().isEmpty() ? "" : ": " + connection.trouble())));
    }

    private void scan(String connection, ScanTap tap) {
        String scan = tap.scanClass().name();
        Condition condition = health.condition(Subject.scan(connection, scan));
        // A scan that is reopened counts from the beginning again.
        double rate = rates.of(connection + "\n" + scan + "\n" + System.identityHashCode(tap), tap.samples(), at);
        Condition device = health.condition(Subject.connection(connection));
        picture.flows("d:" + connection, "c:" + scan, rate, -1, condition.or(device));
        running.deployment().streams().stream()
                .filter(stream ->
                        stream.to().stream().anyMatch(to -> tap.pipelines().contains(stream.name() + "." + to)))
                .forEach(stream -> picture.flows("c:" + scan, "s:" + stream.name(), rate, -1, condition));
    }

    private void scanClass(ScanClass scanClass) {
        List<Reason> reasons = health.facts().connections().stream()
                .flatMap(connection -> health.reasonsOf(Subject.scan(connection.name(), scanClass.name())).stream())
                .toList();
        picture.add(new Overview.Node(
                "c:" + scanClass.name(),
                "scan",
                scanClass.name(),
                reasons.stream().map(Reason::severity).reduce(Condition.UP, Condition::or),
                words(scanClass),
                reasons.isEmpty() ? "on time" : said(reasons)));
    }

    private void stream(StreamConfig stream, Map<String, Condition> sinks) {
        List<Reason> reasons = new ArrayList<>();
        Map<String, Accounting> accounts = running.accounts();
        for (String to : stream.to()) {
            String name = stream.name() + "." + to;
            Accounting account = accounts.get(name);
            Condition way = health.condition(Subject.stream(name)).or(sinks.getOrDefault(to, Condition.UP));
            if (account != null) {
                double rate = rates.of("published\n" + name, account.published(), at);
                picture.flows("s:" + stream.name(), "k:" + to, rate, account.buffered(), way);
            }
            reasons.addAll(health.reasonsOf(Subject.stream(name)));
        }
        picture.add(new Overview.Node(
                "s:" + stream.name(),
                "stream",
                stream.name(),
                reasons.stream().map(Reason::severity).reduce(Condition.UP, Condition::or),
                "ring of " + stream.ring().capacity() + " \u00b7 "
                        + stream.ring().onFull().text(),
                reasons.isEmpty() ? "nothing is lost" : said(reasons)));
    }

    private void sink(SinkReport sink, String type, Condition condition) {
        String waits = sink.oldestAt() == SampleBatch.NO_TIME
                ? ""
                : "; the oldest sample that waits is "
                        + Durations.format(
                                Duration.ofSeconds(Math.max(0, health.facts().at() - sink.oldestAt()) / 1_000_000_000))
                        + " old";
        picture.add(new Overview.Node(
                "k:" + sink.name(),
                "sink",
                sink.name(),
                condition,
                condition == Condition.UP ? type : type + " \u00b7 failing",
                (sink.trouble().isEmpty() ? "takes what it is sent" : sink.trouble()) + waits));
    }

    private static String said(List<Reason> reasons) {
        return reasons.stream().map(OverviewReader::sentence).collect(Collectors.joining("; "));
    }

    private static String words(ScanClass scanClass) {
        String mode = scanClass.mode().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return mode + " each " + Durations.format(scanClass.cycle());
    }
}
