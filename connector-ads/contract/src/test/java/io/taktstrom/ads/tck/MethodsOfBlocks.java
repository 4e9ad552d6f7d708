package io.taktstrom.ads.tck;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MethodConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What every backend does with methods of function blocks. */
final class MethodsOfBlocks {

    private static final Map<String, Object> LIMITS = Map.of("flag", true, "count", 7L, "small", -3L, "value", 0.5);

    private MethodsOfBlocks() {}

    /** Closes the device. */
    static void check(AdsDevice device) throws Exception {
        try (device;
                MethodConnection connection = (MethodConnection) device.provider()
                        .connect(
                                device.endpoint(),
                                new ConnectContext(EpochNanoClock.system(), new ConnectionObserver() {}))) {
            check(device, connection);
        }
    }

    private static void check(AdsDevice device, MethodConnection connection) throws IOException {
        List<List<Object>> calls = new ArrayList<>();
        device.plc().onCall("MAIN.press#Start", inputs -> {
            calls.add(inputs);
            return List.of(true, "Fault", inputs.get(2), inputs.get(1) + "/Ł");
        });
        DeviceMethod start = connection.method("main.press", "start");
        assertThat(start.signature())
                .isEqualTo(
                        "main.press#Start(speed: LREAL, lot: STRING(20), limits: ST_Pack1, steps: ARRAY[1..3] OF INT,"
                                + " state: E_State) -> (Start: BOOL, state: E_State, limitsNow: ST_Pack1, lotNow: WSTRING(20))");
        SampleBatch outputs = start.call(inputs(start, 1500.25, "lot ü", LIMITS, List.of(1, -2, 3), "Running"));
        assertThat(calls).containsExactly(List.of(1500.25, "lot ü", LIMITS, List.of(1L, -2L, 3L), "Running"));
        assertThat(values(outputs)).containsExactly(true, "Fault", LIMITS, "lot ü/Ł");

        DeviceMethod stop = connection.method("MAIN.press", "Stop");
        assertThat(stop.call(stop.inputs().newBatch()).isEmpty()).isTrue();

        device.plc().onCall("MAIN.press#Stop", inputs -> {
            throw new IllegalArgumentException("jammed");
        });
        assertThatExceptionOfType(DeviceErrorException.class)
                .isThrownBy(() -> stop.call(stop.inputs().newBatch()))
                .withMessageContaining("call MAIN.press#Stop")
                .withMessageContaining("0x706");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connection.method("MAIN.press", "Begin"))
                .withMessageContaining("it has Start, Stop");
    }

    static SampleBatch inputs(DeviceMethod method, Object... values) {
        SampleBatch inputs = method.inputs().newBatch();
        for (int i = 0; i < values.length; i++) {
            Values.put(inputs, i, values[i]);
        }
        return inputs;
    }

    static List<Object> values(SampleBatch batch) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            values.add(Values.get(batch, i));
        }
        return values;
    }
}
