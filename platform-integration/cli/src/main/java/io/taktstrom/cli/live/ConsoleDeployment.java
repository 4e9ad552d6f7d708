package io.taktstrom.cli.live;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.sinks.local.ConsoleProvider;

/** A deployment without a file: some points of one device, shown on the console. */
public final class ConsoleDeployment {

    private static final String CONSOLE = "console";

    private ConsoleDeployment() {}

    public static Deployment of(String device, Endpoint endpoint, ScanClass scan, List<DataPoint> points) {
        return new Deployment(
                Path.of(""),
                Map.of(device, new ConnectionConfig(device, endpoint)),
                Map.of(scan.name(), scan),
                points.stream()
                        .map(point -> PointConfig.of(point, device, scan.name()))
                        .toList(),
                List.of(),
                List.of(new StreamConfig(scan.name(), List.of("**"), List.of(CONSOLE), RingConfig.STANDARD, List.of())),
                Map.of(CONSOLE, PartConfig.sink(CONSOLE, ConsoleProvider.TYPE, Map.of())));
    }
}
