package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.http.HostNames;
import io.taktstrom.http.HttpAnswer;
import io.taktstrom.http.HttpPort;
import io.taktstrom.http.HttpRequest;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthJson;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.meter.Scrape;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET} and {@code HEAD} for Prometheus and for health checks. Without encryption or passwords.
 *
 * <pre>
 *   /metrics        the numbers: in Prometheus' text format, or as OpenMetrics on request
 *   /health         the health of all of it, with reasons: 200 when it is UP, otherwise 503
 *   /health/ready   200 once the deployment is started and its sinks are open, until it stops; devices may be unreachable
 *   /health/active  200 where /health/ready is and this instance is not on standby: for load balancers
 *   /health/live    200 while its own threads work, whatever the state of devices and sinks
 * </pre>
 */
public final class MetricsServer implements AutoCloseable {

    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    /** What curl and old scrapers get; Prometheus asks for the other, whose last line tells that nothing is missing. */
    private static final String TEXT = "text/plain; version=0.0.4";

    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String OPEN_METRICS_1 = OPEN_METRICS + "; version=1.0.0";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpPort port;
    private volatile @Nullable RunningDeployment running;

    private MetricsServer(HostPort address, HostNames names, Consumer<String> notices) throws IOException {
        port = HttpPort.ofPages(
                address.socket(),
                names,
                this::page,
                EpochNanoClock.system(),
                e -> notices.accept("metrics: " + Notices.inWords(e) + "; the client got 500"));
    }

    /**
     * Takes the port; answers nothing yet.
     *
     * @param names by which clients may call it
     * @param notices receives unexpected failures
     * @throws IOException when the port is taken or not of this machine
     */
    public static MetricsServer bind(HostPort address, HostNames names, Consumer<String> notices) throws IOException {
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

    private HttpAnswer page(HttpRequest request) {
        RunningDeployment now = running;
        if (now == null) {
            return HttpAnswer.refusal(UNAVAILABLE);
        }
        return switch (request.path()) {
            case "/metrics" -> {
                String format = request.header("accept").contains(OPEN_METRICS) ? OPEN_METRICS_1 : TEXT;
                yield HttpAnswer.page(OK, format, Scrape.of(() -> registry.scrape(format)));
            }
            case "/health" -> {
                HealthReport report = now.health();
                yield answer(report.condition() == Condition.UP, HealthJson.of(report));
            }
            case "/health/ready" -> {
                HealthReport report = now.health();
                boolean ready = report.facts().isReady();
                yield answer(ready, HealthJson.of(ready ? Condition.UP : Condition.DOWN, report.reasons()));
            }
            case "/health/active" -> {
                HealthReport report = now.health();
                boolean active = report.facts().isActive();
                yield answer(active, HealthJson.of(active ? Condition.UP : Condition.DOWN, report.reasons()));
            }
            case "/health/live" -> {
                boolean alive = now.isAlive();
                yield answer(alive, HealthJson.of(alive ? Condition.UP : Condition.DOWN, List.of()));
            }
            default ->
                HttpAnswer.says(
                        404,
                        "not found; this server has /metrics, /health, /health/ready, /health/active and /health/live");
        };
    }

    private static HttpAnswer answer(boolean good, String json) {
        return HttpAnswer.page(good ? OK : UNAVAILABLE, "application/json", json);
    }

    @Override
    public void close() {
        port.close();
        registry.close();
    }
}
