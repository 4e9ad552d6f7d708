package io.taktstrom.cli;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.runtime.BrowseBudget;
import io.taktstrom.runtime.PointSelection;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** Connects, finds and reads every point of a deployment once, and publishes nothing. */
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
        return failed ? Takt.FAILED : Takt.GOOD;
    }

    private void visit(ConnectionConfig config) throws ConnectorException {
        ConnectorProvider provider =
                shell.providers().connector(config.endpoint().scheme());
        ConnectionObserver notices = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                shell.note(message);
            }
        };
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Connecting to " + config.name() + " at " + config.endpoint());
            try (Connection connection =
                    provider.connect(config.endpoint(), new ConnectContext(EpochNanoClock.system(), notices))) {
                progress.show("Browsing " + config.name());
                List<PointConfig> points = points(config, connection);
                progress.show("Reading " + points.size() + " points of " + config.name());
                if (!points.isEmpty()) {
                    read(connection, points);
                }
            }
        }
    }

    private List<PointConfig> points(ConnectionConfig config, Connection connection) throws ConnectorException {
        List<PointConfig> points = new ArrayList<>(deployment.points().stream()
                .filter(point -> point.connection().equals(config.name()))
                .toList());
        BrowseBudget budget = new BrowseBudget(config.endpoint(), EpochNanoClock.system());
        for (PointBrowse browse : deployment.browses()) {
            if (browse.connection().equals(config.name())) {
                List<BrowseNode> found = PointSelection.of(connection, browse, budget, shell::note);
                found.forEach(node -> points.add(browse.point(node)));
                failed |= found.isEmpty();
            }
        }
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
                        group.typeAt(point).text(),
                        points.get(point).scan(),
                        Printable.value(batch, i));
            }
            table.print(shell.terminal().out());
        }
    }
}
