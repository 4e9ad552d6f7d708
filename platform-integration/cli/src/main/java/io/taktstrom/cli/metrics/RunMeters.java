package io.taktstrom.cli.metrics;

import java.util.List;

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
import io.taktstrom.cli.shell.JarVersion;

/** One registry for a run, in front of those that show it; with what JVM and process say of themselves. */
public final class RunMeters implements AutoCloseable {

    private static final String BUILD = "taktstrom.build";

    private final CompositeMeterRegistry all = new CompositeMeterRegistry();
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** @param shown closed with this */
    public RunMeters(List<? extends MeterRegistry> shown) {
        shown.forEach(all::add);
        List.of(
                        new JvmMemoryMetrics(),
                        collections,
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new FileDescriptorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(all));
        Gauge.builder(BUILD, () -> 1)
                .description("Always 1; the tags say what runs.")
                .tag("version", JarVersion.text())
                .tag("java", System.getProperty("java.version", "unknown"))
                .register(all);
    }

    /** Where all is registered. */
    public MeterRegistry registry() {
        return all;
    }

    @Override
    public void close() {
        collections.close();
        all.getRegistries().forEach(MeterRegistry::close);
        all.close();
    }
}
