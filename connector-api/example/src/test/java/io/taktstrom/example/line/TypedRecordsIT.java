package io.taktstrom.example.line;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.Values;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.Address;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The worked example of the page on typed records. */
class TypedRecordsIT {

    record Spindle(
            @Address("spindle.speed") double speed,

            @Address(value = "spindle.target", writable = true)
            int target,

            @Address("spindle.tool") String tool) {}

    @AutoClose
    private final LineServer device = new LineServer();

    private String uri = "";

    @BeforeEach
    void startDevice() throws IOException {
        device.add("spindle.speed", ScalarType.LREAL, false);
        device.add("spindle.target", ScalarType.INT, false);
        device.add("spindle.tool", StringType.string(20), false);
        setSpeed(99.5);
        device.set(
                "spindle.tool", Values.image(StringType.string(20), "drill 8").array());
        device.start();
        uri = "line://127.0.0.1:" + device.address().getPort();
    }

    private void setSpeed(double speed) {
        device.set("spindle.speed", Values.image(ScalarType.LREAL, speed).array());
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
        try (Connection connection = Connectors.connect(uri);
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
