package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.DropReason;
import io.taktstrom.stream.source.ManagedConnection;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers {@code GET /metrics} for Prometheus and {@code GET /health} with what runs and whether all is well: 200 when
 * every device is connected and the books balance, otherwise 503. One thread, without encryption or passwords.
 */
final class MetricsServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int WRONG_METHOD = 405;
    private static final int UNWELL = 503;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpServer server;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "taktstrom-metrics");
        thread.setDaemon(true);
        return thread;
    });

    private MetricsServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @throws IOException when the port is taken or not of this machine
     */
    static MetricsServer bind(InetSocketAddress address) throws IOException {
        try {
            return new MetricsServer(HttpServer.create(address, 0));
        } catch (IOException e) {
            throw new IOException(
                    "cannot serve metrics on " + address + ": " + e.getMessage() + "; choose another port", e);
        }
    }

    MeterRegistry registry() {
        return registry;
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    void start(RunningDeployment running) {
        server.createContext(
                "/metrics", exchange -> answer(exchange, OK, "text/plain; version=0.0.4", registry::scrape));
        server.createContext("/health", exchange -> {
            boolean well = isWell(running);
            answer(exchange, well ? OK : UNWELL, "application/json", () -> health(running, well));
        });
        server.setExecutor(executor);
        server.start();
    }

    private static void answer(HttpExchange exchange, int code, String type, Supplier<String> text) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(WRONG_METHOD, -1);
                return;
            }
            byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static boolean isWell(RunningDeployment running) {
        return running.connections().stream()
                        .allMatch(connection -> connection.managed().state() == ManagedConnection.State.CONNECTED)
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
        books.put("dropped", dropped);
        return books;
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
        registry.close();
    }
}
