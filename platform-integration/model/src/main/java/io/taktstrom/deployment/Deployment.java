package io.taktstrom.deployment;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ScanClass;

/**
 * A deployment file that has been read and checked: every reference in it leads somewhere. Maps keep the file's order
 * and are keyed by name. Two deployments are equal when nothing would run differently.
 *
 * @param source the file; relative paths in it start at its directory
 * @param points listed and imported points, in the file's order, with unique names
 * @param browses patterns that the runtime turns into points once the device answers
 */
public record Deployment(
        Path source,
        Map<String, ConnectionConfig> connections,
        Map<String, ScanClass> scanClasses,
        List<PointConfig> points,
        List<PointBrowse> browses,
        List<StreamConfig> streams,
        Map<String, SinkConfig> sinks) {

    public Deployment {
        connections = ordered(connections);
        scanClasses = ordered(scanClasses);
        points = List.copyOf(points);
        browses = List.copyOf(browses);
        streams = List.copyOf(streams);
        sinks = ordered(sinks);
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** A path that stands in the file, as a path that can be opened. */
    public Path resolve(String path) {
        return source.resolveSibling(path);
    }

    /** One line, for example {@code 1 connection, 12 points, 1 browse, 2 streams, 2 sinks}. */
    public String summary() {
        return DeploymentText.summary(this);
    }

    /** All of it for people, without secrets; what stands in the file may hold line feeds itself. */
    public List<String> lines() {
        return DeploymentText.lines(this);
    }

    /** The {@link #lines}. */
    @Override
    public String toString() {
        return String.join("\n", lines());
    }
}
