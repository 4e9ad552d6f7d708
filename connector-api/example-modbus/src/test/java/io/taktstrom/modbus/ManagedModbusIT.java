package io.taktstrom.modbus;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.Sample;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Address;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An outage in the middle of a read, of a bind, of a subscription: on a real wire, and back by itself. */
class ManagedModbusIT {

    private static final String SPEED = "hr0:LREAL";

    record Speed(@Address(SPEED) double value) {}

    private final ModbusServer device = new ModbusServer();
    private FaultProxy wire;
    private ManagedConnection press;

    @BeforeEach
    void connect() throws Exception {
        setSpeed(0);
        device.start();
        wire = FaultProxy.start(device.server().address(), 1);
        press = ManagedConnection.to(
                        "modbus://127.0.0.1:" + wire.address().getPort() + "?connectTimeout=2s&requestTimeout=20s")
                .settings(ManagedSettings.standard()
                        .withBackOff(Duration.ofMillis(1), Duration.ofMillis(10))
                        .withHeartbeat(Duration.ofSeconds(1)))
                .start();
        await().until(() -> press.state() == ConnectionState.CONNECTED);
    }

    @AfterEach
    void disconnect() throws Exception {
        press.close();
        wire.close();
        device.close();
    }

    private void setSpeed(double speed) {
        device.set(0, ByteBuffer.allocate(Double.BYTES).putDouble(speed).array());
    }

    /** Does something on a wire that is dead without a sign, so the heartbeat must find out while it waits. */
    private <T> T onDeadWire(CheckedCall<T> call) throws Exception {
        wire.arm(1, new Fault.Stall(Direction.TO_CLIENT, 0));
        long asked = wire.forwarded(Direction.TO_SERVER);
        T result = call.run();
        assertThat(wire.forwarded(1, Direction.TO_SERVER)).isGreaterThan(asked);
        assertThat(press.reconnects()).isPositive();
        return result;
    }

    @FunctionalInterface
    private interface CheckedCall<T> {
        T run() throws Exception;
    }

    @Test
    void aReadIsAnsweredByTheNextSession() throws Exception {
        setSpeed(7);
        assertThat(onDeadWire(() -> press.read(SPEED)).value()).isEqualTo(7.0);
    }

    @Test
    void aRecordIsBoundByTheNextSession() throws Exception {
        setSpeed(7);
        try (BoundRecord<Speed> speed = onDeadWire(() -> press.bind(Speed.class))) {
            assertThat(speed.read()).isEqualTo(new Speed(7));
        }
    }

    @Test
    void aSubscriptionIsToldAndGoesOn() throws Exception {
        BlockingQueue<Speed> speeds = new LinkedBlockingQueue<>();
        List<Integer> troubles = new CopyOnWriteArrayList<>();
        try (BoundRecord<Speed> speed = press.bind(Speed.class);
                Subscription changes = speed.subscribe(
                        SubscriptionSettings.onChange(Duration.ofMillis(1)), speeds::add, troubles::add)) {
            assertThat(speeds.poll(30, TimeUnit.SECONDS)).isEqualTo(new Speed(0));
            wire.arm(1, new Fault.Stall(Direction.TO_CLIENT, 0));
            await().until(() -> troubles.equals(List.of(StatusCode.BAD_NO_COMMUNICATION)));
            setSpeed(5);
            await().until(() -> new Speed(5).equals(speeds.poll(1, TimeUnit.SECONDS)));
            await().until(() -> StatusCode.isGood(changes.statusAt(0)));
        }
    }

    @Test
    void aReadDuringAnOutageIsBadAndNoException() throws Exception {
        ArmedFault refused = wire.arm(new Fault.Refuse());
        ManagedConnection other = ManagedConnection.to(
                        "modbus://127.0.0.1:" + wire.address().getPort() + "?requestTimeout=50ms")
                .start();
        Sample sample = other.read(SPEED);
        assertThat(sample.status()).isEqualTo(StatusCode.BAD_NOT_CONNECTED);
        refused.disarm();
        await().until(() -> other.read(SPEED).isGood());
        other.close();
    }
}
