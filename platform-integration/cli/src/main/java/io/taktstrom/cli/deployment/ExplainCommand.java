package io.taktstrom.cli.deployment;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectorProvider;
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
public final class ExplainCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    public ExplainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Deployment deployment = file.load(shell);
        Outlet out = shell.terminal().out();
        deployment
                .lines(connection ->
                        provider(connection).descriptor().capabilities().contains(Capability.SUBSCRIBE))
                .forEach(out::println);
        Map<String, Map<String, List<DataPoint>>> byConnection = points(deployment);
        for (ConnectionConfig connection : deployment.connections().values()) {
            ConnectorProvider provider = provider(connection);
            Map<String, List<DataPoint>> byScan = byConnection.getOrDefault(connection.name(), Map.of());
            for (ScanClass scan : deployment.scanClasses().values()) {
                List<DataPoint> points = byScan.getOrDefault(scan.name(), List.of());
                List<String> lines = points.isEmpty() ? List.of() : provider.explain(connection.endpoint(), points);
                if (!lines.isEmpty()) {
                    out.println("  a read of " + connection.name() + ", scan " + scan.name() + ":");
                    lines.forEach(line -> out.println("    " + line));
                }
            }
        }
        return ExitCode.GOOD;
    }

    private ConnectorProvider provider(ConnectionConfig connection) {
        return shell.providers().connector(connection.endpoint().scheme());
    }

    private static Map<String, Map<String, List<DataPoint>>> points(Deployment deployment) {
        return deployment.points().stream()
                .collect(Collectors.groupingBy(
                        PointConfig::connection,
                        Collectors.groupingBy(
                                PointConfig::scan, Collectors.mapping(PointConfig::point, Collectors.toList()))));
    }
}
