package io.taktstrom.connect.source;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.connect.config.ConnectParts;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.deployment.StreamConfig;

/** The part of a deployment that one task runs: some of its connections, and the streams that lead to Connect. */
final class TaskDeployment {

    private TaskDeployment() {}

    /** Whether a sink of the deployment is Connect. */
    static boolean isConnect(Deployment whole, String sink) {
        PartConfig config = whole.sinks().get(sink);
        return config != null && config.type().equals(ConnectParts.TYPE);
    }

    /** Whether anything of the deployment leads to Connect. */
    static boolean leadsToConnect(Deployment whole) {
        return whole.streams().stream().anyMatch(stream -> leadsToConnect(whole, stream));
    }

    private static boolean leadsToConnect(Deployment whole, StreamConfig stream) {
        return stream.to().stream().anyMatch(sink -> isConnect(whole, sink));
    }

    /** @param task tells buffers on disk apart, of which each task needs its own */
    static Deployment of(Deployment whole, Set<String> connections, String task) {
        List<StreamConfig> streams = whole.streams().stream()
                .filter(stream -> leadsToConnect(whole, stream))
                .map(stream -> new StreamConfig(
                        stream.name(),
                        stream.from(),
                        List.of(ConnectParts.TYPE),
                        ring(whole, stream.ring(), task),
                        stream.stages(),
                        stream.when()))
                .toList();
        return new Deployment(
                whole.source(),
                whole.connections().entrySet().stream()
                        .filter(entry -> connections.contains(entry.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                whole.scanClasses(),
                whole.points().stream()
                        .filter(point -> connections.contains(point.connection()))
                        .toList(),
                whole.browses().stream()
                        .filter(browse -> connections.contains(browse.connection()))
                        .toList(),
                streams,
                Map.of(ConnectParts.TYPE, PartConfig.sink(ConnectParts.TYPE, ConnectParts.TYPE, Map.of())),
                null,
                Map.of(),
                HealthConfig.STANDARD,
                Map.of(),
                null,
                // A task has all inputs of one, or none.
                whole.computed());
    }

    private static RingConfig ring(Deployment whole, RingConfig ring, String task) {
        SpillConfig spill = ring.spill();
        if (spill == null) {
            return ring;
        }
        String file = whole.source().getFileName().toString();
        String folder = spill.folder().isEmpty() ? file.replaceFirst("\\.ya?ml$", "") + ".buffer" : spill.folder();
        return new RingConfig(
                ring.capacity(),
                ring.onFull(),
                new SpillConfig(
                        folder + "/" + task,
                        spill.disk(),
                        spill.maxAge(),
                        spill.sync(),
                        spill.persist(),
                        spill.replayRate()));
    }
}
