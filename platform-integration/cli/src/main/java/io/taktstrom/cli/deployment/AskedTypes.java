package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.Connection;
import picocli.CommandLine.Option;

/** {@code --ask}: the types of points that a deployment file does not state, from the devices. */
final class AskedTypes {

    @Option(names = "--ask", description = "Connect to the devices, and ask them for types.")
    private boolean ask;

    /** By name of the point; empty without {@code --ask}. */
    Map<String, DataType> of(Deployment deployment, Shell shell) throws IOException {
        Map<String, DataType> types = new HashMap<>();
        if (ask) {
            for (ConnectionConfig connection : deployment.connections().values()) {
                ask(connection, deployment.pointsOf(connection.name()), types, shell);
            }
        }
        return types;
    }

    private static void ask(
            ConnectionConfig connection, List<PointConfig> points, Map<String, DataType> types, Shell shell)
            throws IOException {
        if (points.isEmpty()) {
            return;
        }
        List<DataPoint> wanted = points.stream().map(PointConfig::point).toList();
        try (Connection device = shell.connect(connection.endpoint());
                PointGroup group = device.resolve(wanted)) {
            for (int i = 0; i < group.size(); i++) {
                if (StatusCode.isBad(group.statusAt(i))) {
                    shell.note("point " + wanted.get(i).name() + ": " + StatusCode.name(group.statusAt(i)));
                } else {
                    types.put(wanted.get(i).name(), group.typeAt(i));
                }
            }
        }
    }
}
