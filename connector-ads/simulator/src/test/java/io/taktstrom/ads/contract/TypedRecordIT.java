package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.Address;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Java records bound to the structures of a PLC: read, written and subscribed as a whole. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TypedRecordIT {

    enum State {
        IDLE,
        RUNNING,
        FAULT
    }

    /** Fields in another order than the PLC's: they are matched by name. */
    record Limits(int upper, int lower) {}

    record Axis(double position, boolean homed, State state, String name, List<Float> currents, Limits limits) {}

    record Press(
            @Address("MAIN.speed") double speed,
            @Address(value = "MAIN.target", writable = true) float target,
            @Address("MAIN.count") long count,
            @Address("MAIN.shift") Duration shift,
            @Address("MAIN.service") LocalDateTime service,
            @Address("MAIN.matrix") List<List<Integer>> matrix,
            @Address(value = "MAIN.axis", writable = true) Axis axis,
            @Address("MAIN.axes") List<Axis> axes) {}

    record Unknown(@Address("MAIN.nowhere") int nothing) {}

    record TooNarrow(@Address("MAIN.count") byte count) {}

    record Protected(
            @Address(value = "MAIN.serial", writable = true) long serial) {}

    private static final SubscriptionSettings FASTEST = SubscriptionSettings.onChange(Duration.ZERO);

    @AutoClose
    private TestPlc plc;

    private Connection connection;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of("""
                types:
                  E_State: {enum: INT, members: {Idle: 0, Running: 2, Fault: -1}}
                  ST_Limits: {pack: 1, struct: {lower: INT, upper: DINT}}
                  ST_Axis:
                    pack: 4
                    struct:
                      homed: BOOL
                      position: LREAL
                      state: E_State
                      name: STRING(9)
                      currents: "ARRAY[1..3] OF REAL"
                      limits: ST_Limits
                symbols:
                  MAIN.speed: {type: LREAL, value: 12.5}
                  MAIN.target: {type: REAL, value: 20}
                  MAIN.count: {type: UDINT, value: 4000000000}
                  MAIN.shift: {type: TIME, value: PT8H}
                  MAIN.service: {type: DT, value: "2026-03-01T07:30:00"}
                  MAIN.matrix: {type: "ARRAY[0..1, 1..3] OF INT", value: [[1, 2, 3], [4, 5, 6]]}
                  MAIN.axis:
                    type: ST_Axis
                    value:
                      homed: true
                      position: -1.5
                      state: Running
                      name: X
                      currents: [1.5, 2.5, 3.5]
                      limits: {lower: -300, upper: 70000}
                  MAIN.axes: {type: "ARRAY[1..2] OF ST_Axis"}
                  MAIN.serial: {type: UDINT, value: 4711, writable: false}
                """);
        connection = plc.connect();
    }

    private static final Axis X =
            new Axis(-1.5, true, State.RUNNING, "X", List.of(1.5f, 2.5f, 3.5f), new Limits(70_000, -300));
    private static final Axis NONE = new Axis(0, false, State.IDLE, "", List.of(0f, 0f, 0f), new Limits(0, 0));
    private static final Press PRESS = new Press(
            12.5,
            20f,
            4_000_000_000L,
            Duration.ofHours(8),
            LocalDateTime.of(2026, 3, 1, 7, 30),
            List.of(List.of(1, 2, 3), List.of(4, 5, 6)),
            X,
            List.of(NONE, NONE));

    @Test
    void aRecordIsReadAsAWhole() throws Exception {
        try (BoundRecord<Press> press = connection.bind(Press.class)) {
            assertThat(press.read()).isEqualTo(PRESS);
        }
    }

    @Test
    void onlyWritableComponentsAreWritten() throws Exception {
        Axis y = new Axis(3.25, false, State.FAULT, "Y", List.of(0f, -1f, 1f), new Limits(1, -1));
        try (BoundRecord<Press> press = connection.bind(Press.class)) {
            Press now = press.read();
            press.write(new Press(99, 21.5f, 1, now.shift(), now.service(), now.matrix(), y, List.of(y, y)));
            assertThat(press.read())
                    .isEqualTo(new Press(
                            12.5, 21.5f, now.count(), now.shift(), now.service(), now.matrix(), y, now.axes()));
        }
        assertThat(plc.simulator().get("MAIN.axis.state")).isEqualTo("Fault");
        assertThat(plc.simulator().get("MAIN.axis.limits.lower")).isEqualTo(-1L);
        assertThat(plc.simulator().get("MAIN.speed")).isEqualTo(12.5);
    }

    @Test
    void eachChangeGivesAWholeRecord() throws Exception {
        BlockingQueue<Press> received = new LinkedBlockingQueue<>();
        try (BoundRecord<Press> press = connection.bind(Press.class);
                Subscription subscription = press.subscribe(FASTEST, received::add)) {
            assertThat(subscription.revised()).isEqualTo(FASTEST);
            assertThat(received.poll(TestPlc.LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(PRESS);
            plc.simulator().set("MAIN.axis.position", 7.5);
            Axis moved = new Axis(7.5, X.homed(), X.state(), X.name(), X.currents(), X.limits());
            assertThat(received.poll(TestPlc.LIMIT_SECONDS, TimeUnit.SECONDS).axis())
                    .isEqualTo(moved);
        }
    }

    @Test
    void anUnknownAddressNamesTheComponent() {
        assertThatThrownBy(() -> connection.bind(Unknown.class))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("bind Unknown.nothing to MAIN.nowhere: Bad_NodeIdUnknown; check the address, or browse");
    }

    @Test
    void aValueThatDoesNotFitTheComponentIsNeverCut() throws Exception {
        try (BoundRecord<TooNarrow> record = connection.bind(TooNarrow.class)) {
            assertThatThrownBy(record::read)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("TooNarrow.count: value 4000000000 does not fit byte");
        }
    }

    @Test
    void aValueThatTheDeviceDoesNotTakeNamesTheComponent() throws Exception {
        try (BoundRecord<Protected> record = connection.bind(Protected.class)) {
            assertThat(record.read()).isEqualTo(new Protected(4711));
            assertThatThrownBy(() -> record.write(new Protected(4712)))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessage("write MAIN.serial (Protected.serial): Bad_NotWritable");
        }
        assertThat(plc.simulator().get("MAIN.serial")).isEqualTo(4711L);
    }
}
