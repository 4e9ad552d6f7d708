package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.page.LivePage;
import io.taktstrom.page.PageActions;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import org.jspecify.annotations.Nullable;

/** What shows a run to others: the page and the metrics. The ports are taken before the run starts, and released after it has ended. */
public final class Monitoring implements AutoCloseable {

    private final @Nullable LivePage page;
    private final @Nullable MetricsServer server;
    private final CompositeMeterRegistry meters = new CompositeMeterRegistry();
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** @param otlp where to send metrics; null for nowhere */
    Monitoring(
            @Nullable LivePage page,
            @Nullable MetricsServer server,
            @Nullable OtlpTarget otlp,
            Consumer<String> notices) {
        this.page = page;
        this.server = server;
        if (server != null) {
            meters.add(server.registry());
        }
        if (otlp != null) {
            meters.add(OtlpExport.start(otlp, notices));
        }
        if (isMetered()) {
            bind();
        }
    }

    /** The version for labels. */
    static String version() {
        return Shell.version().isEmpty() ? "(not packaged)" : Shell.version();
    }

    private boolean isMetered() {
        return !meters.getRegistries().isEmpty();
    }

    private void bind() {
        List.of(
                        new JvmMemoryMetrics(),
                        collections,
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new FileDescriptorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(meters));
        Gauge.builder("taktstrom.build", () -> 1)
                .description("Always 1; the tags name the versions.")
                .tag("version", version())
                .tag("java", System.getProperty("java.version", "unknown"))
                .register(meters);
    }

    /** Where the run registers its meters; null without metrics. */
    public @Nullable MeterRegistry registry() {
        return isMetered() ? meters : null;
    }

    /** The context with what the page needs. */
    public RunContext extend(RunContext context) {
        return page == null ? context : context.withTaps();
    }

    /**
     * Begins to answer.
     *
     * @param actions does what administrators ask for on the page
     */
    public void start(RunningDeployment running, PageActions actions, Consumer<String> note) throws IOException {
        if (server != null) {
            server.start(running);
            note.accept("metrics at http:/" + server.address()
                    + "/metrics, health at /health, /health/ready, /health/active and /health/live");
        }
        if (page != null) {
            page.start(running, actions);
            note.accept("page at " + page.address());
        }
    }

    @Override
    public void close() {
        collections.close();
        meters.getRegistries().forEach(MeterRegistry::close);
        meters.close();
        if (server != null) {
            server.close();
        }
        if (page != null) {
            page.close();
        }
    }
}
