package io.taktstrom.cli.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Progress;
import io.taktstrom.cli.terminal.Table;
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
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

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
                visit(config);
            } catch (ConnectorException e) {
                failed = true;
                shell.terminal().out().println(config.name() + ": " + e.getMessage());
            }
        }
        for (String problem :
                DeploymentCheck.problems(deployment, Screen.silent(shell).context(null))) {
            failed = true;
            shell.terminal().out().println(problem);
        }
        return failed ? ExitCode.FAILED : ExitCode.GOOD;
    }

    private void visit(ConnectionConfig config) throws ConnectorException {
        ConnectorProvider provider =
                shell.providers().connector(config.endpoint().scheme());
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Connecting to " + config.name() + " at " + config.endpoint());
            try (Connection connection =
                    provider.connect(config.endpoint(), new ConnectContext(EpochNanoClock.system(), shell.notices()))) {
                progress.show("Browsing " + config.name());
                List<PointConfig> points = points(config, connection);
                progress.show("Reading " + Counted.of(points.size(), "point") + " of " + config.name());
                if (!points.isEmpty()) {
                    read(connection, points);
                }
            }
        }
    }

    private List<PointConfig> points(ConnectionConfig config, Connection connection) throws ConnectorException {
        List<PointConfig> points = new ArrayList<>(deployment.pointsOf(config.name()));
        BrowsedPoints found = BrowsedPoints.of(
                config.name(),
                connection,
                deployment.browsesOf(config.name()),
                new BrowseBudget(config.endpoint(), EpochNanoClock.system()),
                shell::note);
        failed |= !found.isComplete();
        Set<String> listed = points.stream().map(PointConfig::name).collect(Collectors.toSet());
        found.points().keySet().stream()
                .filter(point -> !listed.contains(point.name()))
                .forEach(points::add);
        return points;
    }

    private void read(Connection connection, List<PointConfig> points) throws ConnectorException {
        try (PointGroup group =
                connection.resolve(points.stream().map(PointConfig::point).toList())) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            Table table = new Table("POINT", "STATUS", "TYPE", "SCAN", "VALUE");
            for (int i = 0; i < batch.size(); i++) {
                int point = batch.pointAt(i);
                failed |= StatusCode.isBad(batch.statusAt(i));
                table.row(
                        points.get(point).name(),
                        StatusCode.name(batch.statusAt(i)),
                        Table.type(group, point),
                        points.get(point).scan(),
                        Printable.value(batch, i));
            }
            table.print(shell.terminal().out());
        }
    }
}
