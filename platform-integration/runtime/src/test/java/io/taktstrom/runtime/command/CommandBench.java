package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/** A gate before real connections, without anything else of a deployment. */
final class CommandBench implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    final TestSource source = new TestSource();
    final List<String> notices = new CopyOnWriteArrayList<>();

    private final Path folder;
    private final EpochNanoClock clock;
    private final Map<String, ConnectionConfig> configs = new LinkedHashMap<>();
    private final Map<String, ManagedConnection> connections = new LinkedHashMap<>();
    private final List<PointConfig> points = new ArrayList<>();
    private int maxWaiting = 1000;
    private @Nullable RunningCommands running;

    CommandBench(Path folder) {
        this(folder, EpochNanoClock.system());
    }

    CommandBench(Path folder, EpochNanoClock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    CommandBench waiting(int most) {
        maxWaiting = most;
        return this;
    }

    /** Adds a device; begins to connect. */
    CommandBench device(String name, String scheme, Endpoint endpoint) {
        ConnectorProvider provider = Connectors.provider(scheme);
        configs.put(name, new ConnectionConfig(name, endpoint));
        connections.put(
                name, ManagedConnection.to(provider, endpoint).named(name).start());
        return this;
    }

    CommandBench device(String name, String uri) {
        String scheme = uri.substring(0, uri.indexOf("://"));
        return device(name, scheme, Connectors.provider(scheme).descriptor().parse(uri));
    }

    CommandBench point(String name, String address) {
        return point(name, address, WriteLimits.NONE);
    }

    CommandBench point(String name, String address, WriteLimits limits) {
        DataPoint point = DataPoint.of(name, address).withWritable();
        points.add(PointConfig.of(point, name.substring(0, name.indexOf('.')), "fast")
                .withLimits(limits));
        return this;
    }

    CommandBench point(PointConfig point) {
        points.add(point);
        return this;
    }

    ManagedConnection connection(String name) {
        return Objects.requireNonNull(connections.get(name), name);
    }

    /** Waits until all devices are there, and opens the gate. */
    CommandBench open() throws IOException {
        await().atMost(LIMIT)
                .until(() -> connections.values().stream()
                        .allMatch(managed -> managed.state() == ConnectionState.CONNECTED));
        CommandsConfig config = new CommandsConfig(
                AuditConfig.at("audit.jsonl"),
                Duration.ofMinutes(1),
                maxWaiting,
                1000,
                Map.of("test", PartConfig.commandSource("test", "test", Map.of())));
        Deployment deployment = new Deployment(
                folder.resolve("plant.yaml"),
                configs,
                Map.of(),
                points,
                List.of(),
                List.of(),
                Map.of(),
                config,
                Map.of());
        running = RunningCommands.start(
                config, deployment, connections, source.providers(), clock, notices::add, Fence.NONE);
        return this;
    }

    RunningCommands running() {
        return Objects.requireNonNull(running, "open the gate first");
    }

    /** A command that is in time. */
    String command(String id, String point, String value) {
        return command(id, point, value, Duration.ofSeconds(50));
    }

    String command(String id, String point, String value, Duration expiresIn) {
        Instant expires = Instant.ofEpochSecond(0, clock.epochNanos()).plus(expiresIn);
        return "{\"id\":\"" + id + "\",\"point\":\"" + point + "\",\"value\":" + value + ",\"expires\":\"" + expires
                + "\"}";
    }

    Map<String, Object> ask(String id, String point, String value) {
        return source.ask(command(id, point, value));
    }

    List<Map<String, Object>> audit() {
        try {
            return Files.readAllLines(folder.resolve("audit.jsonl")).stream()
                    .map(TestSource::read)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The events of one command in the audit. */
    List<Object> events(String id) {
        return audit().stream()
                .filter(line -> id.equals(line.get("id")))
                .map(line -> line.get("event"))
                .toList();
    }

    void closeGate() {
        running().close();
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
        connections.values().forEach(ManagedConnection::close);
    }
}
