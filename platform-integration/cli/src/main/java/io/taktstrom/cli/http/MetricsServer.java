package io.taktstrom.cli.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.http.HostNames;
import io.taktstrom.kit.http.HttpAnswer;
import io.taktstrom.kit.http.HttpPort;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.DropReason;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers {@code GET /metrics} for Prometheus and {@code GET /health} with what runs and whether all is well: 200 when
 * every device is connected, every sink's receiver, every buffer on disk and every source of commands is well, and the books balance, otherwise 503. Without encryption or passwords.
 */
public final class MetricsServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int UNWELL = 503;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpPort port;
    private volatile @Nullable RunningDeployment running;

    private MetricsServer(InetSocketAddress address, HostNames names, Consumer<String> notices) throws IOException {
        port = HttpPort.ofPages(
                address,
                names,
                this::page,
                EpochNanoClock.system(),
                e -> notices.accept("metrics: " + Notices.inWords(e) + "; going on in a moment"));
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @param names by which clients may call it
     * @param notices hears what nobody had foreseen
     * @throws IOException when the port is taken or not of this machine
     */
    public static MetricsServer bind(InetSocketAddress address, HostNames names, Consumer<String> notices)
            throws IOException {
        try {
            return new MetricsServer(address, names, notices);
        } catch (IOException e) {
            throw new IOException(
                    "cannot serve metrics on " + address + ": " + e.getMessage() + "; choose another port", e);
        }
    }

    public MeterRegistry registry() {
        return registry;
    }

    public InetSocketAddress address() throws IOException {
        return port.address();
    }

    public void start(RunningDeployment deployment) {
        running = deployment;
        port.start();
    }

    private HttpAnswer page(String path) {
        RunningDeployment now = running;
        if (now == null) {
            return HttpAnswer.refusal(UNWELL);
        }
        if (path.equals("/metrics")) {
            return HttpAnswer.page(OK, "text/plain; version=0.0.4", registry.scrape());
        }
        if (path.equals("/health")) {
            boolean well = isWell(now);
            return HttpAnswer.page(well ? OK : UNWELL, "application/json", health(now, well));
        }
        return HttpAnswer.refusal(404);
    }

    private static boolean isWell(RunningDeployment running) {
        RunningCommands commands = running.commands();
        return running.connections().stream()
                        .allMatch(connection -> connection.managed().state() == ManagedConnection.State.CONNECTED)
                && running.sinks().values().stream().allMatch(SinkHealth::well)
                && running.bufferTroubles().isEmpty()
                && (commands == null || commands.sources().values().stream().allMatch(SinkHealth::well))
                && running.accounts().values().stream().allMatch(Accounting::isBalanced);
    }

    private static String health(RunningDeployment running, boolean well) {
        Map<String, Object> connections = new LinkedHashMap<>();
        for (RunningConnection connection : running.connections()) {
            connections.put(
                    connection.name(),
                    Map.of("state", connection.managed().state().name(), "points", connection.points()));
        }
        Map<String, Object> streams = new LinkedHashMap<>();
        running.accounts().forEach((name, account) -> streams.put(name, books(account)));
        Map<String, Object> health = new LinkedHashMap<>();
        health.put("status", well ? "UP" : "DOWN");
        health.put("connections", connections);
        health.put("streams", streams);
        health.put("sinks", running.sinks());
        health.put("buffers", running.bufferTroubles());
        RunningCommands commands = running.commands();
        if (commands != null) {
            health.put("commands", commands.sources());
        }
        return new JsonMapper().writeValueAsString(health) + "\n";
    }

    private static Map<String, Object> books(Accounting account) {
        Map<String, Object> dropped = new LinkedHashMap<>();
        for (DropReason reason : DropReason.values()) {
            if (account.dropped(reason) > 0) {
                dropped.put(reason.text(), account.dropped(reason));
            }
        }
        Map<String, Object> books = new LinkedHashMap<>();
        books.put("received", account.received());
        books.put("published", account.published());
        books.put("buffered", account.buffered());
        if (account.recovered() > 0 || account.stored() > 0) {
            books.put("recovered", account.recovered());
            books.put("stored", account.stored());
        }
        books.put("dropped", dropped);
        return books;
    }

    @Override
    public void close() {
        port.close();
        registry.close();
    }
}
