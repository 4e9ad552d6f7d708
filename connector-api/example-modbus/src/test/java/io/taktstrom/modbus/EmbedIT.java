package io.taktstrom.modbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.data.Sample;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.spi.Address;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.stage.Band;
import io.taktstrom.stream.stage.Deadband;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The worked example of the page on embedding. */
class EmbedIT {

    record Spindle(
            @Address("hr0:LREAL") double speed,
            @Address("hr10:STRING(20)") String tool) {}

    private static final Duration CYCLE = Duration.ofMillis(10);
    private static final List<DataPoint> POINTS = List.of(DataPoint.of("hr0:LREAL"), DataPoint.of("hr10:STRING(20)"));

    @TempDir
    private Path folder;

    @AutoClose
    private final ModbusServer device = new ModbusServer();

    private String uri = "";

    @BeforeEach
    void startDevice() throws IOException {
        setSpeed(99.5);
        device.set(10, Arrays.copyOf("drill 8".getBytes(StandardCharsets.US_ASCII), 20));
        device.start();
        uri = "modbus://127.0.0.1:" + device.port();
    }

    private void setSpeed(double speed) {
        device.set(0, ByteBuffer.allocate(Double.BYTES).putDouble(speed).array());
    }

    @Test
    void oneValueIsReadAndWritten() throws Exception {
        try (ManagedConnection press = ManagedConnection.to(uri).start()) {
            Sample speed = press.read("hr0:LREAL");
            if (speed.isGood()) {
                press.write("hr0:LREAL", 1200);
            }

            assertThat(speed.value()).isEqualTo(99.5);
            assertThat(press.read("hr0:LREAL").value()).isEqualTo(1200.0);
        }
    }

    @Test
    void aProgramHearsOfOutagesAndGoesOn() throws Exception {
        List<Object> heard = new CopyOnWriteArrayList<>();
        try (ManagedConnection press = ManagedConnection.to(uri)
                        .named("press1")
                        .onState(heard::add)
                        .onNotice(System.out::println)
                        .start();
                BoundRecord<Spindle> spindle = press.bind(Spindle.class);
                Subscription changes = spindle.subscribe(
                        SubscriptionSettings.onChange(CYCLE),
                        heard::add,
                        status -> heard.add(StatusCode.name(status)))) {
            await().until(() -> heard.contains(new Spindle(99.5, "drill 8")));
            device.stop();
            await().until(() -> heard.contains("Bad_NoCommunication"));
            setSpeed(100);
            device.start();
            await().until(() -> heard.contains(new Spindle(100, "drill 8")));
            assertThat(heard).contains(ConnectionState.WAITING);
            assertThat(changes.group().size()).isEqualTo(2);
        }
    }

    @Test
    void aPipelineCarriesSamplesToASinkOfOnesOwnAndIsMeasured() throws Exception {
        Path path = folder.resolve("samples.txt");
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Pipeline plant = Pipeline.to(new TextFile(path))
                        .named("plant")
                        .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.BLOCK))
                        .stage(() -> new Deadband(point -> Band.absolute(0.2)))
                        .start();
                ManagedConnection press =
                        ManagedConnection.to(uri).named("press1").start();
                Subscription samples = press.subscribe(POINTS, SubscriptionSettings.onChange(CYCLE), plant.inlet());
                StreamMeters meters = new StreamMeters(registry).add(plant).add(press)) {
            await().until(() -> plant.accounting().published() == 2);
            setSpeed(99.6);
            setSpeed(101);
            await().until(() -> plant.accounting().published() == 3);
            assertThat(plant.accounting().isBalanced()).isTrue();
            assertThat(registry.get("taktstrom.stream.published")
                            .functionCounter()
                            .count())
                    .isEqualTo(3);
            assertThat(samples.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(meters).isNotNull();
        }
        assertThat(Files.readAllLines(path))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("hr0:LREAL 99.5 Good"),
                        line -> assertThat(line).startsWith("hr10:STRING(20) drill 8 Good"),
                        line -> assertThat(line).startsWith("hr0:LREAL 101.0 Good"));
    }
}
