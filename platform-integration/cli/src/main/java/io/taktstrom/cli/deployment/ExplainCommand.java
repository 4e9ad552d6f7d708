package io.taktstrom.cli.deployment;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
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
                "Show what a deployment file would do: what is sampled, how, and where it goes. Talks to no device.",
        footer = {
            "",
            "Example:",
            "  takt explain plant.yaml",
            "  takt explain new.yaml --against plant.yaml",
            "",
            "'takt run --dry plant.yaml' asks the devices as well."
        })
public final class ExplainCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Option(names = "--against", paramLabel = "OTHER", description = "Show what a reload would change if OTHER runs.")
    private @Nullable Path other;

    @Override
    public Integer call() {
        DeploymentResult.Loaded loaded = file.loadAndWarn(shell);
        Deployment deployment = loaded.deployment();
        if (other != null) {
            Deployment running = DeploymentFile.loaded(
                            DeploymentLoader.of(shell.providers()).load(other))
                    .deployment();
            DeploymentChanges changes = DeploymentChanges.between(running, deployment);
            out().println(changes.isEmpty() ? "nothing would change" : "a reload would change:");
            Reloader.lines(changes).forEach(out()::println);
            return ExitCode.GOOD;
        }
        deployment
                .lines(connection ->
                        provider(connection).descriptor().capabilities().contains(Capability.SUBSCRIBE))
                .forEach(out()::println);
        printPlaces(loaded);
        for (ConnectionConfig connection : deployment.connections().values()) {
            for (ScanClass scan : deployment.scanClasses().values()) {
                printReads(deployment, connection, scan);
            }
        }
        return ExitCode.GOOD;
    }

    private void printReads(Deployment deployment, ConnectionConfig connection, ScanClass scan) {
        List<DataPoint> points = deployment.pointsOf(connection.name()).stream()
                .filter(point -> point.scan().equals(scan.name()))
                .map(PointConfig::point)
                .toList();
        List<String> lines = points.isEmpty() ? List.of() : provider(connection).explain(connection.endpoint(), points);
        if (!lines.isEmpty()) {
            out().println("  a read of " + connection.name() + ", scan " + scan.name() + ":");
            lines.forEach(line -> out().println("    " + line));
        }
    }

    /** Where definitions come from; in a single file without templates that is obvious. */
    private void printPlaces(DeploymentResult.Loaded loaded) {
        String own = file.path() + ":";
        if (loaded.places().values().stream().anyMatch(place -> !place.startsWith(own) || place.endsWith(")"))) {
            out().println("  where definitions come from:");
            new TreeMap<>(loaded.places()).forEach((name, place) -> out().println("    " + name + ": " + place));
        }
    }

    private ConnectorProvider provider(ConnectionConfig connection) {
        return shell.providers().connector(connection.endpoint().scheme());
    }
}
