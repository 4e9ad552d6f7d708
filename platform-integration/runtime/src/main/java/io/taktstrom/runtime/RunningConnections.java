package io.taktstrom.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;

/** The connections of a deployment. Changed by one thread at a time, asked by any. */
final class RunningConnections {

    private final RunContext context;
    private final ManagedSettings settings;
    /** More than a connection takes that keeps its own limit. */
    private final Duration closeTimeout;

    private volatile Map<String, RunningConnection> connections = Map.of();

    RunningConnections(RunContext context, ManagedSettings settings, Duration closeTimeout) {
        this.context = context;
        this.settings = settings;
        this.closeTimeout = closeTimeout;
    }

    /**
     * Has each connection run as the deployment says; those that stay do not notice.
     *
     * @param isAfterGap whether samples of new points were lost before
     */
    void follow(Deployment next, StreamRoutes routes, boolean isAfterGap) {
        Map<String, RunningConnection> before = connections;
        Map<String, List<PointConfig>> points = next.pointsByConnection();
        Map<String, List<PointBrowse>> browses = next.browsesByConnection();
        Set<RunningConnection> ended = new LinkedHashSet<>();
        before.forEach((name, running) -> {
            ConnectionConfig config = next.connections().get(name);
            if (config == null || !config.equals(running.config())) {
                ended.add(running);
            }
        });
        close(ended);
        List<Runnable> endings = new ArrayList<>();
        // Should one fail, all that run are known.
        Map<String, RunningConnection> known = new LinkedHashMap<>(before);
        Map<String, RunningConnection> now = new LinkedHashMap<>();
        try {
            for (ConnectionConfig config : next.connections().values()) {
                String name = config.name();
                List<PointConfig> listed = points.getOrDefault(name, List.of());
                List<PointBrowse> browsed = browses.getOrDefault(name, List.of());
                RunningConnection running = before.get(name);
                if (running == null || ended.contains(running)) {
                    boolean replaces = running != null;
                    running = new RunningConnection(
                            config, listed, browsed, routes, settings, context, replaces || isAfterGap);
                } else {
                    endings.add(running.follow(listed, browsed, routes, isAfterGap));
                }
                now.put(name, running);
                known.put(name, running);
            }
            known = now;
        } finally {
            connections = known;
        }
        endings.forEach(Runnable::run);
    }

    /** In the deployment's order. */
    List<RunningConnection> all() {
        return List.copyOf(connections.values());
    }

    Map<String, ManagedConnection> managed() {
        Map<String, ManagedConnection> byName = new LinkedHashMap<>();
        connections.forEach((name, connection) -> byName.put(name, connection.managed()));
        return byName;
    }

    void close() {
        close(connections.values());
    }

    private void close(Collection<RunningConnection> ended) {
        Timeouts.run(
                ended.stream().<Runnable>map(connection -> connection::close).toList(), closeTimeout);
    }
}
