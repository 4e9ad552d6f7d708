package io.taktstrom.cli.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.http.HostNames;
import io.taktstrom.kit.http.HttpAnswer;
import io.taktstrom.kit.http.HttpPort;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET} for Prometheus and for whoever wants to know how it does. Without encryption or passwords.
 *
 * <pre>
 *   /metrics        the numbers
 *   /health         how all of it does, with reasons: 200 when it is UP, otherwise 503
 *   /health/ready   200 once the deployment is started and its sinks are open, until it stops; devices may be away
 *   /health/live    200 while its own threads are at work; what is around it does not matter
 * </pre>
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
        return switch (path) {
            case "/metrics" -> HttpAnswer.page(OK, "text/plain; version=0.0.4", registry.scrape());
            case "/health" -> {
                HealthReport report = now.health();
                yield answer(report.condition() == Condition.UP, HealthJson.of(report));
            }
            case "/health/ready" -> {
                HealthReport report = now.health();
                boolean ready = report.facts().isReady();
                yield answer(ready, HealthJson.of(ready ? Condition.UP : Condition.DOWN, report.reasons()));
            }
            case "/health/live" -> {
                boolean alive = now.isAlive();
                yield answer(alive, HealthJson.of(alive ? Condition.UP : Condition.DOWN, List.of()));
            }
            default -> HttpAnswer.refusal(404);
        };
    }

    private static HttpAnswer answer(boolean well, String json) {
        return HttpAnswer.page(well ? OK : UNWELL, "application/json", json);
    }

    @Override
    public void close() {
        port.close();
        registry.close();
    }
}
