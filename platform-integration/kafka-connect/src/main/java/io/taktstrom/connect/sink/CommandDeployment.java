package io.taktstrom.connect.sink;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.connect.config.ConnectParts;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;

/** The part of a deployment that takes commands from Connect: its writable points and their connections. */
final class CommandDeployment {

    private CommandDeployment() {}

    /** Whether commands of the deployment come from Connect. */
    static boolean isCommandedByConnect(Deployment whole) {
        CommandsConfig commands = whole.commands();
        return commands != null
                && commands.from().values().stream()
                        .anyMatch(source -> source.type().equals(ConnectParts.TYPE));
    }

    static int maxWaiting(Deployment whole) {
        CommandsConfig commands = whole.commands();
        return commands == null ? 0 : commands.maxWaiting();
    }

    /** @throws IllegalArgumentException when it takes none */
    static Deployment of(Deployment whole) {
        CommandsConfig commands = whole.commands();
        if (commands == null || !isCommandedByConnect(whole)) {
            throw new IllegalArgumentException("the deployment takes no commands from Connect");
        }
        Map<String, PartConfig> from = commands.from().values().stream()
                .filter(source -> source.type().equals(ConnectParts.TYPE))
                .limit(1)
                .collect(Collectors.toMap(PartConfig::name, source -> source));
        List<PointConfig> writable = whole.points().stream()
                .filter(point -> point.point().writable())
                .toList();
        Set<String> connections = writable.stream().map(PointConfig::connection).collect(Collectors.toSet());
        return new Deployment(
                whole.source(),
                whole.connections().entrySet().stream()
                        .filter(entry -> connections.contains(entry.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                whole.scanClasses(),
                writable,
                List.of(),
                List.of(),
                Map.of(),
                commands.withFrom(from),
                Map.of());
    }
}
