package io.taktstrom.cli.deployment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Progress;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.BrowseBudget;
import io.taktstrom.runtime.BrowsedPoints;
import io.taktstrom.runtime.DeploymentCheck;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/** Connects, finds and reads every point of a deployment once, checks its sinks, buffers and sources of commands, and publishes nothing. */
final class DryRun {

    private final Shell shell;
    private final Deployment deployment;
    private boolean failed;

    DryRun(Shell shell, Deployment deployment) {
        this.shell = shell;
        this.deployment = deployment;
    }

    /** The exit code. */
    int run() {
        for (ConnectionConfig config : deployment.connections().values()) {
            try {
                check(config);
            } catch (ConnectorException e) {
                fail(config.name() + ": " + e.getMessage());
            }
        }
        DeploymentCheck.problems(deployment, Screen.silent(shell).context(null)).forEach(this::fail);
        return ExitCode.of(!failed);
    }

    private void fail(String problem) {
        failed = true;
        shell.terminal().out().println(problem);
    }

    private void check(ConnectionConfig config) throws ConnectorException {
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Connecting to " + config.name() + " at " + config.endpoint());
            try (Connection connection = shell.connect(config.endpoint())) {
                progress.show("Browsing " + config.name());
                List<PointConfig> points = points(config, connection);
                progress.show("Reading " + Counted.of(points.size(), "point") + " of " + config.name());
                if (!points.isEmpty()) {
                    read(connection, points);
                }
            }
        }
    }

    /** Those of the file, then those that only browsing finds. */
    private List<PointConfig> points(ConnectionConfig config, Connection connection) throws ConnectorException {
        Map<String, PointConfig> points = new LinkedHashMap<>();
        deployment.pointsOf(config.name()).forEach(point -> points.put(point.name(), point));
        BrowsedPoints found = BrowsedPoints.of(
                config.name(),
                connection,
                deployment.browsesOf(config.name()),
                new BrowseBudget(config.endpoint(), EpochNanoClock.system()),
                shell::note);
        failed |= !found.isComplete();
        found.points().keySet().forEach(point -> points.putIfAbsent(point.name(), point));
        return List.copyOf(points.values());
    }

    private void read(Connection connection, List<PointConfig> points) throws ConnectorException {
        try (PointGroup group =
                connection.resolve(points.stream().map(PointConfig::point).toList())) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            Listing table = new Listing("point", "status", "type", "scan", "value");
            for (int i = 0; i < batch.size(); i++) {
                PointConfig point = points.get(batch.pointAt(i));
                failed |= StatusCode.isBad(batch.statusAt(i));
                table.row(
                        point.name(),
                        StatusCode.name(batch.statusAt(i)),
                        Printable.type(group, batch.pointAt(i)),
                        point.scan(),
                        Printable.value(batch, i));
            }
            table.print(shell.terminal().out());
        }
    }
}
