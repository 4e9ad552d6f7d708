package io.taktstrom.deployment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import org.jspecify.annotations.Nullable;

/**
 * A deployment file that has been read and checked: every reference in it leads somewhere. Maps keep the file's order
 * and are keyed by name. Two deployments are equal when nothing would run differently.
 *
 * @param source the file
 * @param points listed and imported points, in the file's order, with unique names
 * @param browses patterns that the runtime turns into points once the device answers
 * @param commands how commands come in; null for not at all
 * @param health when a connection or a sink is not well although it is there
 * @param otlp where metrics are sent; null for nowhere
 * @param computed points that are computed from others, each after those that it needs
 * @param notifications how alarms reach people
 * @param standby how several instances agree on which of them is active; null for a single one
 */
public record Deployment(
        Path source,
        Map<String, ConnectionConfig> connections,
        Map<String, ScanClass> scanClasses,
        List<PointConfig> points,
        List<PointBrowse> browses,
        List<StreamConfig> streams,
        Map<String, PartConfig> sinks,
        @Nullable CommandsConfig commands,
        Map<String, GatherConfig> gathers,
        HealthConfig health,
        Map<String, AlarmConfig> alarms,
        @Nullable OtlpTarget otlp,
        List<ComputedConfig> computed,
        NotificationConfig notifications,
        @Nullable StandbyConfig standby) {

    /** System property: where relative paths of an installed service start. Its launcher sets it. */
    public static final String STATE_FOLDER = "takt.state";

    public Deployment {
        connections = ordered(connections);
        scanClasses = ordered(scanClasses);
        points = List.copyOf(points);
        browses = List.copyOf(browses);
        streams = List.copyOf(streams);
        sinks = ordered(sinks);
        gathers = ordered(gathers);
        alarms = ordered(alarms);
        computed = List.copyOf(computed);
    }

    /** Of a single instance, without notifications. */
    public Deployment(
            Path source,
            Map<String, ConnectionConfig> connections,
            Map<String, ScanClass> scanClasses,
            List<PointConfig> points,
            List<PointBrowse> browses,
            List<StreamConfig> streams,
            Map<String, PartConfig> sinks,
            @Nullable CommandsConfig commands,
            Map<String, GatherConfig> gathers,
            HealthConfig health,
            Map<String, AlarmConfig> alarms,
            @Nullable OtlpTarget otlp,
            List<ComputedConfig> computed) {
        this(
                source,
                connections,
                scanClasses,
                points,
                browses,
                streams,
                sinks,
                commands,
                gathers,
                health,
                alarms,
                otlp,
                computed,
                NotificationConfig.NONE,
                null);
    }

    /** Without computed points. */
    public Deployment(
            Path source,
            Map<String, ConnectionConfig> connections,
            Map<String, ScanClass> scanClasses,
            List<PointConfig> points,
            List<PointBrowse> browses,
            List<StreamConfig> streams,
            Map<String, PartConfig> sinks,
            @Nullable CommandsConfig commands,
            Map<String, GatherConfig> gathers,
            HealthConfig health,
            Map<String, AlarmConfig> alarms,
            @Nullable OtlpTarget otlp) {
        this(
                source,
                connections,
                scanClasses,
                points,
                browses,
                streams,
                sinks,
                commands,
                gathers,
                health,
                alarms,
                otlp,
                List.of());
    }

    /** Without alarms and metrics. */
    public Deployment(
            Path source,
            Map<String, ConnectionConfig> connections,
            Map<String, ScanClass> scanClasses,
            List<PointConfig> points,
            List<PointBrowse> browses,
            List<StreamConfig> streams,
            Map<String, PartConfig> sinks,
            @Nullable CommandsConfig commands,
            Map<String, GatherConfig> gathers) {
        this(
                source,
                connections,
                scanClasses,
                points,
                browses,
                streams,
                sinks,
                commands,
                gathers,
                HealthConfig.STANDARD,
                Map.of(),
                null);
    }

    /** Without commands and gathers. */
    public Deployment(
            Path source,
            Map<String, ConnectionConfig> connections,
            Map<String, ScanClass> scanClasses,
            List<PointConfig> points,
            List<PointBrowse> browses,
            List<StreamConfig> streams,
            Map<String, PartConfig> sinks) {
        this(source, connections, scanClasses, points, browses, streams, sinks, null, Map.of());
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** What an instance on standby runs: its connections, if it is to keep them open, and nothing that samples, publishes or writes. */
    public Deployment onStandby() {
        boolean isConnected = standby != null && standby.connect();
        return new Deployment(
                source,
                isConnected ? connections : Map.of(),
                scanClasses,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                null,
                Map.of(),
                health,
                Map.of(),
                otlp,
                List.of(),
                notifications,
                standby);
    }

    /** The points of a connection that the file lists or imports. Looks at all points, for all connections see below. */
    public List<PointConfig> pointsOf(String connection) {
        return points.stream()
                .filter(point -> point.connection().equals(connection))
                .toList();
    }

    /** The points that the file lists or imports, by connection; a connection without any is not among them. */
    public Map<String, List<PointConfig>> pointsByConnection() {
        return points.stream().collect(Collectors.groupingBy(PointConfig::connection));
    }

    /** What a connection's device is browsed for. */
    public List<PointBrowse> browsesOf(String connection) {
        return browses.stream()
                .filter(browse -> browse.connection().equals(connection))
                .toList();
    }

    /** What devices are browsed for, by connection; a connection without browses is not among them. */
    public Map<String, List<PointBrowse>> browsesByConnection() {
        return browses.stream().collect(Collectors.groupingBy(PointBrowse::connection));
    }

    /** All points that are known: those that the file lists or imports, computed ones, and those of its alarms. */
    public List<DataPoint> knownPoints() {
        return Stream.of(
                        points.stream().map(PointConfig::point),
                        computed.stream().map(ComputedConfig::point),
                        alarms.values().stream().map(AlarmConfig::point))
                .flatMap(each -> each)
                .toList();
    }

    /** The names of points that expressions need: of computed points, streams and alarms. */
    public Set<String> inputs() {
        Set<String> names = new HashSet<>();
        computed.forEach(each -> names.addAll(each.expression().inputs()));
        streams.stream().map(StreamConfig::when).filter(Objects::nonNull).forEach(when -> names.addAll(when.inputs()));
        alarms.values().stream()
                .map(AlarmConfig::rule)
                .filter(AlarmRule.Holds.class::isInstance)
                .forEach(rule ->
                        names.addAll(((AlarmRule.Holds) rule).condition().inputs()));
        return names;
    }

    /**
     * A path in the file, as a path that can be opened. A relative one starts at the directory of the file; for an installed
     * service, which must not write there, at its state folder unless the directory of the file has it.
     */
    public Path resolve(String path) {
        Path beside = source.resolveSibling(path);
        String state = System.getProperty(STATE_FOLDER, "");
        return state.isEmpty() || Files.exists(beside) ? beside : Path.of(state).resolve(path);
    }

    /** One line, for example {@code 1 connection, 12 points, 1 browse, 2 streams, 2 sinks}. */
    public String summary() {
        return DeploymentText.summary(this);
    }

    /**
     * All of it for people, without secrets; what stands in the file may hold line feeds itself.
     *
     * @param pushes whether the device of a connection can push its samples
     */
    public List<String> lines(Predicate<ConnectionConfig> pushes) {
        return DeploymentText.lines(this, pushes);
    }

    /** The {@link #lines}, as if all devices could push. */
    @Override
    public String toString() {
        return String.join("\n", lines(connection -> true));
    }
}
