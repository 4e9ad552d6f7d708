package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

/** A deployment of waves that runs, with its page. */
final class Plant implements AutoCloseable {

    static final String TOKEN = "a-token-of-the-tests";

    private final Path folder;
    private final Duration cycle;
    private final WaveConnector device = new WaveConnector();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private final RunningDeployment running;
    private final LivePage page;

    private Plant(Path folder, Duration cycle, List<PointConfig> points, PageSettings settings) throws IOException {
        this.folder = folder;
        this.cycle = cycle;
        Providers here = Providers.ofClassPath();
        Providers providers =
                new Providers(List.of(device), here.sinks(), here.stages(), here.commandSources(), here.remedy());
        Files.createDirectories(folder);
        page = LivePage.bind(settings, EpochNanoClock.system(), troubles::add);
        RunContext context = new RunContext(
                EpochNanoClock.system(),
                providers.with(new ConsoleProvider((stream, of) -> (batch, unit) -> {})),
                text -> {},
                null);
        running = RunningDeployment.start(deployment(points), context.withTaps());
        page.start(running);
    }

    static Plant of(Path folder, Duration cycle, List<PointConfig> points) throws IOException {
        return new Plant(folder, cycle, points, PageSettings.readOnly(0, "plant.yaml"));
    }

    /** One whose page may write; on a port, 0 for any. */
    static Plant writable(Path folder, Duration cycle, List<PointConfig> points, int port) throws IOException {
        return new Plant(folder, cycle, points, new PageSettings(port, "plant.yaml", TOKEN));
    }

    static PointConfig point(
            String name, String address, @Nullable DataType type, String unit, Map<String, String> labels) {
        return PointConfig.of(new DataPoint(name, address, type, true, unit, labels), "press1", "fast");
    }

    private Deployment deployment(List<PointConfig> points) {
        ConnectionConfig connection =
                new ConnectionConfig("press1", device.descriptor().endpoint("127.0.0.1", 4711, Map.of()));
        return new Deployment(
                folder.resolve("plant.yaml"),
                Map.of("press1", connection),
                Map.of("fast", new ScanClass("fast", ScanClass.Mode.NOTIFY_CYCLIC, cycle, Duration.ZERO)),
                points,
                List.of(),
                List.of(new StreamConfig("all", List.of("**"), List.of("out"), RingConfig.STANDARD, List.of())),
                Map.of("out", new SinkConfig("out", ConsoleProvider.TYPE, Map.of())),
                new CommandsConfig("audit.jsonl", Duration.ofMinutes(1), 100, 1000, Map.of()),
                Map.of());
    }

    void reload(List<PointConfig> points) throws IOException {
        running.reload(deployment(points));
    }

    WaveConnector device() {
        return device;
    }

    /** What the page has met that nobody had foreseen. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }

    /** What became of its samples. */
    Accounting books() {
        return Objects.requireNonNull(running.accounts().get("all.out"));
    }

    RunningDeployment running() {
        return running;
    }

    LivePage page() {
        return page;
    }

    @Override
    public void close() {
        running.close();
        page.close();
    }
}
