package io.taktstrom.cli.deployment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt explain}. */
@Command(
        name = "explain",
        description =
                "Say what a deployment file would do: what is sampled, how, and where it goes. Talks to no device.",
        footer = {
            "",
            "Example:",
            "  takt explain plant.yaml",
            "  takt explain new.yaml --against plant.yaml",
            "",
            "'takt run --dry plant.yaml' asks the devices as well."
        })
public final class ExplainCommand extends ShellCommand {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Option(
            names = "--against",
            paramLabel = "OTHER",
            description = "Say what a reload would change where the file OTHER runs now.")
    private @Nullable Path other;

    public ExplainCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        DeploymentResult.Loaded loaded =
                DeploymentFile.loaded(file.read(shell), problem -> shell.note("warning: " + problem));
        Deployment deployment = loaded.deployment();
        if (other != null) {
            return compare(other, deployment);
        }
        Outlet out = out();
        deployment
                .lines(connection ->
                        provider(connection).descriptor().capabilities().contains(Capability.SUBSCRIBE))
                .forEach(out::println);
        printPlaces(loaded);
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

    private int compare(Path running, Deployment next) {
        Deployment before = DeploymentFile.loaded(
                        DeploymentLoader.of(shell.providers()).load(running), problem -> {})
                .deployment();
        DeploymentChanges changes = DeploymentChanges.between(before, next);
        Outlet out = out();
        out.println(changes.isEmpty() ? "nothing would change" : "a reload would change:");
        changes.lines().forEach(line -> out.println("  " + line));
        out.println("  unchanged: " + (changes.unchanged().isEmpty() ? "nothing" : changes.unchanged()));
        return ExitCode.GOOD;
    }

    /** Where things come from; in a single file without templates everybody sees that. */
    private void printPlaces(DeploymentResult.Loaded loaded) {
        Outlet out = out();
        String own = file.path() + ":";
        boolean composed =
                loaded.places().values().stream().anyMatch(place -> !place.startsWith(own) || place.endsWith(")"));
        if (composed) {
            out.println("  where things come from:");
            new TreeMap<>(loaded.places()).forEach((name, place) -> out.println("    " + name + ": " + place));
        }
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
