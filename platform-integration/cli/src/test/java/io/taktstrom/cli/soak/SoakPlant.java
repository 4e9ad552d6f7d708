package io.taktstrom.cli.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.Failures;
import io.taktstrom.cli.plant.KafkaReceiver;
import io.taktstrom.cli.plant.MqttReceiver;
import io.taktstrom.cli.plant.PostgresReceiver;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three devices, takt, a file and three servers. One thread, but for {@link #takt}. */
final class SoakPlant implements AutoCloseable {

    static final String FILE = "file";
    static final String MQTT = "mqtt";
    static final String KAFKA = "kafka";
    static final String POSTGRES = "postgres";

    private static final JsonMapper JSON = new JsonMapper();
    /** Samples that wait when nothing is wrong: those of a second. */
    private static final long LITTLE = 400;

    private static final Pattern REASON = Pattern.compile("[(,] ?([a-zA-Z]+) \\d+");
    /** What stages, deadbands and conditions are for. */
    private static final Set<String> WANTED = Set.of("downsampled", "deadband", "filtered");

    private final Consumer<String> wrong;
    private final Map<Protocol, CountedDevice> devices = new EnumMap<>(Protocol.class);
    private final Map<Protocol, Long> counted = new EnumMap<>(Protocol.class);
    private final Map<String, Receiver> receivers = new LinkedHashMap<>();
    private final PostgresReceiver postgres = new PostgresReceiver();
    private final SoakChecks checks;
    private final Runs runs = new Runs();
    private final Path file;
    private volatile TaktRun takt;

    /** @param wrong told of each promise that was not kept */
    SoakPlant(Path folder, long seed, Consumer<String> wrong) throws IOException {
        this.wrong = wrong;
        for (Protocol protocol : Protocol.values()) {
            devices.put(protocol, new CountedDevice(protocol, seed, SoakDeployment.model(protocol)));
        }
        receivers.put(MQTT, new MqttReceiver(1));
        receivers.put(KAFKA, new KafkaReceiver(SoakDeployment.STREAMS.toArray(String[]::new)));
        receivers.put(POSTGRES, postgres);
        checks = new SoakChecks(folder, receivers, runs);
        file = folder.resolve("plant.yaml");
        deploy(1);
        runs.begin(0, false);
        takt = TaktRun.startForHours(file);
    }

    /** Writes the deployment file, in one of its versions; takt is not told. */
    void deploy(int version) throws IOException {
        Files.writeString(file, SoakDeployment.text(this::device, this::receiver, version));
    }

    Path file() {
        return file;
    }

    CountedDevice device(Protocol protocol) {
        return Objects.requireNonNull(devices.get(protocol));
    }

    Receiver receiver(String name) {
        return Objects.requireNonNull(receivers.get(name));
    }

    TaktRun takt() {
        return takt;
    }

    Runs runs() {
        return runs;
    }

    SoakChecks checks() {
        return checks;
    }

    /** The device begins to count again: what it has counted so far is remembered. */
    void beforeRestart(Protocol protocol) {
        counted(protocol);
    }

    /** Numbers that a device has counted, and shown to no one: this machine was too busy for the simulator. */
    private long skipped(Protocol protocol) {
        return device(protocol).skipped();
    }

    /** The same, of all devices that have skipped some, in words. */
    String skipped() {
        return devices.values().stream()
                .filter(device -> device.skipped() > 0)
                .map(device -> "The %s device skipped %d numbers: this machine was too busy."
                        .formatted(device.protocol.title, device.skipped()))
                .collect(Collectors.joining(" "));
    }

    private long counted(Protocol protocol) {
        return counted.merge(protocol, device(protocol).count(), Math::max);
    }

    /** SIGKILL, and a new process. */
    void kill() throws Exception {
        takt.kill();
        checkLog();
        start(true);
    }

    /** SIGTERM, and a new process. */
    void restart() throws Exception {
        stop();
        start(false);
    }

    private void start(boolean afterKill) throws Exception {
        runs.begin(SeenSample.now(), afterKill);
        TaktRun next = TaktRun.startForHours(file);
        takt = next;
        next.await("takt to answer", next::isReady);
    }

    private void stop() throws Exception {
        String printed = takt.stop();
        checkLog();
        for (String pipeline : SoakDeployment.PIPELINES) {
            PrintedAccount.of(printed, pipeline);
        }
        for (String reason : reasons(printed)) {
            if (!WANTED.contains(reason)) {
                wrong.accept("process %d dropped samples as %s: %s".formatted(runs.last(), reason, printed));
            }
        }
    }

    /** Why samples were dropped, but for the buffer that is filled on purpose. */
    private static Set<String> reasons(String printed) {
        return printed.lines()
                .filter(line -> !line.startsWith(SoakDeployment.FEW))
                .flatMap(line -> REASON.matcher(line.substring(line.indexOf("dropped") + 1))
                        .results()
                        .map(found -> found.group(1)))
                .collect(Collectors.toSet());
    }

    private void checkLog() throws IOException {
        List<String> said = new ArrayList<>();
        Failures.inLog(takt, said);
        said.forEach(wrong);
    }

    /** Waits until all is well, and nothing waits to be published. */
    void settle() throws Exception {
        TaktRun now = takt;
        now.await("takt to answer", now::isReady);
        now.awaitCalm(SeenSample.now());
        now.await("what waits to be published", () -> {
            for (JsonNode stream : JSON.readTree(now.get("/health")).get("streams")) {
                if (stream.get("buffered").asLong() > LITTLE) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Compares what the receivers have got since the last call with what the devices have counted. */
    void check() throws Exception {
        double unaccounted = takt.metric("taktstrom_stream_unaccounted_samples", "");
        if (unaccounted != 0) {
            wrong.accept("unaccounted samples: " + unaccounted);
        }
        checks.collect(this::counted);
    }

    /** Ends it all in order; each number that the devices have counted before is at each receiver then. */
    void end() throws Exception {
        settle();
        Map<Protocol, Long> before = new EnumMap<>(Protocol.class);
        devices.forEach((protocol, device) -> before.put(protocol, device.count()));
        takt.await("the last numbers", () -> {
            checks.collect(this::counted);
            return checks.reached(protocol -> Objects.requireNonNull(before.get(protocol)));
        });
        stop();
        checks.collect(this::counted);
        checks.atTheEnd(this::skipped, wrong);
        for (String stream : SoakDeployment.STREAMS) {
            long unread = stream.equals(SoakDeployment.FEW) ? 0 : postgres.unread(stream);
            if (unread != 0) {
                wrong.accept(unread + " rows of " + stream + " were not seen in the order of their transactions");
            }
        }
    }

    @Override
    public void close() throws IOException {
        takt.close();
        for (Receiver receiver : receivers.values()) {
            receiver.close();
        }
        for (CountedDevice device : devices.values()) {
            device.close();
        }
    }
}
