package io.taktstrom.modbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.Address;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.source.ManagedConnection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The worked example of the page on typed records. */
class TypedRecordsIT {

    record Spindle(
            @Address("hr0:LREAL") double speed,

            @Address(value = "hr4:INT", writable = true) int target,

            @Address("hr10:STRING(20)") String tool) {}

    @AutoClose
    private final ModbusServer device = new ModbusServer();

    private String uri = "";

    @BeforeEach
    void startDevice() throws IOException {
        device.set(4, (byte) 0, (byte) 0);
        setSpeed(99.5);
        device.set(10, Arrays.copyOf("drill 8".getBytes(StandardCharsets.US_ASCII), 20));
        device.start();
        uri = "modbus://127.0.0.1:" + device.port();
    }

    private void setSpeed(double speed) {
        device.set(0, ByteBuffer.allocate(Double.BYTES).putDouble(speed).array());
    }

    @Test
    void aRecordIsReadAndWrittenAsAWhole() throws Exception {
        try (Connection connection = Connectors.connect(uri);
                BoundRecord<Spindle> spindle = connection.bind(Spindle.class)) {
            Spindle now = spindle.read();
            spindle.write(new Spindle(now.speed(), 1200, now.tool()));

            assertThat(now).isEqualTo(new Spindle(99.5, 0, "drill 8"));
            assertThat(spindle.read().target()).isEqualTo(1200);
        }
    }

    @Test
    void aRecordIsSubscribedAsAWhole() throws Exception {
        BlockingQueue<Spindle> changes = new LinkedBlockingQueue<>();
        try (ManagedConnection connection = ManagedConnection.to(uri).start();
                BoundRecord<Spindle> spindle = connection.bind(Spindle.class);
                Subscription subscription =
                        spindle.subscribe(SubscriptionSettings.onChange(Duration.ofMillis(10)), changes::add)) {
            assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo(new Spindle(99.5, 0, "drill 8"));
            setSpeed(100);
            assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo(new Spindle(100, 0, "drill 8"));
            assertThat(subscription.statusAt(0)).isZero();
        }
    }
}
