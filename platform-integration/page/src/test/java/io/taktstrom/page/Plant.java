package io.taktstrom.page;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

/** A deployment of waves that runs, with its page. */
final class Plant implements AutoCloseable {

    static final String TOKEN = "page-token-open-sesame";

    private static final String FAST = "fast";
    private static final String SLOW = "slow";

    private final Path folder;
    private final Duration cycle;
    private final Map<String, WaveConnector> devices = new LinkedHashMap<>();
    private final Map<String, Receiver> receivers = new LinkedHashMap<>();
    private final Map<String, AlarmConfig> alarms;
    private final List<StreamConfig> streams;
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private final AtomicInteger reloads = new AtomicInteger();
    private final RunningDeployment running;
    private final LivePage page;

    /**
     * What it is made of.
     *
     * @param devices names of connections with their types, {@code press1:ads}
     * @param sinks the same of sinks
     */
    record Parts(List<String> devices, List<String> sinks, List<StreamConfig> streams, List<AlarmConfig> alarms) {

        static final Parts SIMPLE = new Parts(
                List.of("press1:wave"), List.of("out:nowhere"), List.of(stream("all", "**", "out")), List.of());
    }

    static StreamConfig stream(String name, String from, String... to) {
        return new StreamConfig(name, List.of(from), List.of(to), RingConfig.STANDARD, List.of());
    }

    Plant(Path folder, Duration cycle, List<PointConfig> points, Parts parts, PageSettings settings)
            throws IOException {
        this.folder = folder;
        this.cycle = cycle;
        put(parts.devices(), devices, WaveConnector::new);
        put(parts.sinks(), receivers, Receiver::new);
        alarms = new LinkedHashMap<>();
        parts.alarms().forEach(alarm -> alarms.put(alarm.name(), alarm));
        streams = parts.streams();
        Providers here = Providers.ofClassPath();
        Providers providers = new Providers(
                List.copyOf(devices.values()),
                List.copyOf(receivers.values()),
                here.stages(),
                here.commandSources(),
                here.remedy());
        Files.createDirectories(folder);
        page = LivePage.bind(settings, EpochNanoClock.system(), troubles::add);
        RunContext context = new RunContext(EpochNanoClock.system(), providers, text -> {}, null);
        running = RunningDeployment.start(deployment(points), context.withTaps());
        page.start(running, onDone -> onDone.accept("reloaded for the " + reloads.incrementAndGet() + ". time"));
    }

    private static <T> void put(List<String> parts, Map<String, T> into, Function<String, T> ofType) {
        for (String part : parts) {
            int colon = part.indexOf(':');
            into.put(part.substring(0, colon), ofType.apply(part.substring(colon + 1)));
        }
    }

    static Plant of(Path folder, Duration cycle, List<PointConfig> points) throws IOException {
        return new Plant(folder, cycle, points, Parts.SIMPLE, PageSettings.readOnly(0, "plant.yaml"));
    }

    /** One whose page may write; on a port, 0 for any. */
    static Plant writable(Path folder, Duration cycle, List<PointConfig> points, int port) throws IOException {
        return new Plant(folder, cycle, points, Parts.SIMPLE, new PageSettings(port, "plant.yaml", TOKEN));
    }

    static PointConfig point(
            String name, String address, @Nullable DataType type, String unit, Map<String, String> labels) {
        return PointConfig.of(new DataPoint(name, address, type, true, unit, labels), "press1", FAST);
    }

    /** One that is not writable, told at each cycle. */
    static PointConfig fast(String device, String name, String unit, Map<String, String> labels) {
        return PointConfig.of(new DataPoint(device + "." + name, name, null, false, unit, labels), device, FAST);
    }

    /** The same, read each half second. */
    static PointConfig slow(String device, String name, String unit, Map<String, String> labels) {
        return PointConfig.of(new DataPoint(device + "." + name, name, null, false, unit, labels), device, SLOW);
    }

    /** A press as the documentation shows it: what it measures, the ram that may be written, and so many axes. */
    static List<PointConfig> press(int axes) {
        List<PointConfig> points = new ArrayList<>();
        for (String[] one : new String[][] {
            {"force", "kN", "force"},
            {"oil", "Cel", "temperature"},
            {"spindle.speed", "1/min", "speed"},
            {"spindle.bearing", "Cel", "temperature"},
            {"x.position", "mm", "position"},
            {"x.velocity", "mm/s", "speed"}
        }) {
            points.add(fast("press1", one[0], one[1], Map.of("kind", one[2], "line", "north")));
        }
        PointConfig ram = point("press1.ram", "ram", null, "mm", Map.of("kind", "position"));
        WriteLimits upTo100 = new WriteLimits(
                BigDecimal.ZERO, BigDecimal.valueOf(100), List.of(), null, null, Duration.ofSeconds(1), null);
        points.add(new PointConfig(ram.point(), ram.connection(), ram.scan(), 1, 0, null, null, upTo100));
        for (int i = 0; i < axes; i++) {
            points.add(fast("press1", "axis" + i + ".position", "mm", Map.of("kind", "position")));
        }
        return points;
    }

    private Deployment deployment(List<PointConfig> points) {
        Map<String, ConnectionConfig> connections = new LinkedHashMap<>();
        devices.forEach((name, device) -> connections.put(
                name, new ConnectionConfig(name, device.descriptor().endpoint("127.0.0.1", 4711, Map.of()))));
        Map<String, PartConfig> sinks = new LinkedHashMap<>();
        receivers.forEach((name, receiver) ->
                sinks.put(name, PartConfig.sink(name, receiver.descriptor().type(), Map.of())));
        Map<String, ScanClass> scans = new LinkedHashMap<>();
        scans.put(FAST, new ScanClass(FAST, ScanClass.Mode.NOTIFY_CYCLIC, cycle, Duration.ZERO));
        if (devices.size() > 1) {
            scans.put(SLOW, new ScanClass(SLOW, ScanClass.Mode.POLL, Duration.ofMillis(500), Duration.ZERO));
        }
        return new Deployment(
                folder.resolve("plant.yaml"),
                connections,
                scans,
                points,
                List.of(),
                streams,
                sinks,
                new CommandsConfig(AuditConfig.at("audit.jsonl"), Duration.ofMinutes(1), 100, 1000, Map.of()),
                Map.of(),
                HealthConfig.STANDARD,
                alarms,
                null);
    }

    void reload(List<PointConfig> points) throws IOException {
        running.reload(deployment(points));
    }

    WaveConnector device() {
        return device("press1");
    }

    WaveConnector device(String name) {
        return Objects.requireNonNull(devices.get(name));
    }

    Receiver receiver(String name) {
        return Objects.requireNonNull(receivers.get(name));
    }

    /** What the page has met that were unexpected. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }

    /** What became of its samples. */
    Accounting accounting() {
        return Objects.requireNonNull(running.accounts().get("all.out"));
    }

    LivePage page() {
        return page;
    }

    /** A connection to the page on which text has been sent; HOST stands for the address of the page. */
    Socket send(String text) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1024);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), page().port()));
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write(text.replace("HOST", "127.0.0.1:" + page().port()).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Override
    public void close() {
        running.close();
        page.close();
    }
}
