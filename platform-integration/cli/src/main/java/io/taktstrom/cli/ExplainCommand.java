package io.taktstrom.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt explain}. */
@Command(
        name = "explain",
        description =
                "Say what a deployment file would do: what is sampled, how, and where it goes. Talks to no device.",
        footer = {
            "",
            "Example:",
            "  takt explain plant.yaml",
            "",
            "'takt run --dry plant.yaml' asks the devices as well."
        })
final class ExplainCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    ExplainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Deployment deployment = file.load();
        PrintStream out = shell.terminal().out();
        out.println(deployment);
        for (ConnectionConfig connection : deployment.connections().values()) {
            ConnectorProvider provider =
                    Connectors.provider(connection.endpoint().scheme());
            for (ScanClass scan : deployment.scanClasses().values()) {
                List<DataPoint> points = points(deployment, connection, scan);
                List<String> lines = points.isEmpty() ? List.of() : provider.explain(connection.endpoint(), points);
                if (!lines.isEmpty()) {
                    out.println("  a read of " + connection.name() + ", scan " + scan.name() + ":");
                    lines.forEach(line -> out.println("    " + line));
                }
            }
        }
        return Takt.GOOD;
    }

    private static List<DataPoint> points(Deployment deployment, ConnectionConfig connection, ScanClass scan) {
        return deployment.points().stream()
                .filter(point -> point.connection().equals(connection.name())
                        && point.scan().equals(scan.name()))
                .map(PointConfig::point)
                .toList();
    }
}
