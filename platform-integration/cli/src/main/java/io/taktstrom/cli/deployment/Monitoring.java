package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.cli.http.MetricsServer;
import io.taktstrom.cli.metrics.RunMeters;
import io.taktstrom.page.LivePage;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import org.jspecify.annotations.Nullable;

/** Who looks at what runs; null for those who do not. They have their ports before it begins, and are shut after it ended. */
record Monitoring(
        @Nullable LivePage page,
        @Nullable MetricsServer server,
        @Nullable RunMeters meters) implements AutoCloseable {

    /** Where all is to be registered; null without metrics. */
    @Nullable
    MeterRegistry registry() {
        return meters == null ? null : meters.registry();
    }

    /** What the deployment is to have on their account. */
    RunContext wanting(RunContext context) {
        return page == null ? context : context.withTaps();
    }

    /** Begins to answer. */
    void start(RunningDeployment running, Consumer<String> note) throws IOException {
        if (server != null) {
            server.start(running);
            note.accept("metrics at http:/" + server.address()
                    + "/metrics, health at /health, /health/ready and /health/live");
        }
        if (page != null) {
            page.start(running);
            note.accept("page at " + page.address());
        }
    }

    @Override
    public void close() {
        if (meters != null) {
            meters.close();
        }
        if (server != null) {
            server.close();
        }
        if (page != null) {
            page.close();
        }
    }
}
