package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.ads.AdsConnection;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Methods of function blocks, from the model of a simulated PLC to what a caller gets. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsMethodsIT {

    private static final String MODEL = """
            types:
              FB_Press:
                functionBlock: {nCount: DINT}
                methods:
                  Add: {inputs: {a: INT, b: INT}, type: DINT}
                  Fixed: {outputs: {fSpeed: REAL, tRun: TIME}, type: STRING(10), returns: [ready, 2.5, PT1M]}
                  Zero: {outputs: {n: DINT}, type: BOOL}
                  Times: {inputs: {t: LTIME}, outputs: {u: LTIME}}
                  Every:
                    inputs:
                      x0: %s
                    outputs:
                      y0: %s
              T_Press: {alias: FB_Press}
            symbols:
              MAIN.fbPress: FB_Press
              MAIN.afbPress: "ARRAY[1..2] OF FB_Press"
              MAIN.fbAlias: T_Press
              MAIN.nPlain: DINT
            """;

    @AutoClose
    private TestPlc plc;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of(model("DINT"));
    }

    private static AdsModel model(String type) {
        return AdsModel.parse(MODEL.formatted("\"" + type + "\"", "\"" + type + "\""));
    }

    private static SampleBatch inputs(DeviceMethod method, Object... values) {
        SampleBatch inputs = method.inputs().newBatch();
        for (int i = 0; i < values.length; i++) {
            Values.put(inputs, i, values[i]);
        }
        return inputs;
    }

    private static List<Object> call(DeviceMethod method, Object... values) throws IOException {
        SampleBatch outputs = method.call(inputs(method, values));
        return IntStream.range(0, outputs.size())
                .mapToObj(i -> Values.get(outputs, i))
                .toList();
    }

    @Test
    void aMethodOfEachInstanceIsItsOwn() throws Exception {
        AdsConnection connection = plc.connect();
        for (String block : List.of("MAIN.fbPress", "MAIN.afbPress[2]", "MAIN.fbAlias")) {
            plc.simulator()
                    .onCall(
                            block + "#Add",
                            inputs -> List.of((Long) inputs.get(0) + (Long) inputs.get(1) + block.length()));
            DeviceMethod add = connection.method(block, "add");
            assertThat(add.signature()).isEqualTo(block + "#Add(a: INT, b: INT) -> (Add: DINT)");
            assertThat(call(add, 40, -2)).containsExactly(38L + block.length());
        }
        assertThat(call(connection.method("MAIN.afbPress[1]", "Add"), 40, -2)).containsExactly(0L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BOOL|true",
                "BYTE|200",
                "WORD|60000",
                "DWORD|4000000000",
                "LWORD|5000000000000000000",
                "SINT|-100",
                "USINT|201",
                "INT|-30000",
                "UINT|60001",
                "DINT|-2000000000",
                "UDINT|4000000001",
                "LINT|-9000000000000000000",
                "ULINT|9000000000000000001",
                "REAL|1.5",
                "LREAL|2.718281828459045",
                "TIME|PT1M30S",
                "LTIME|PT0.000000001S",
                "DATE|2026-03-01",
                "TOD|07:30:00.001",
                "DT|2026-03-01T07:30:01",
                "LDT|2026-03-01T07:30:00.000000001",
                "STRING(20)|Grüezi",
                "WSTRING(20)|Łódź"
            })
    void aValueOfEachTypeGoesInAndComesOut(String type, String value) throws Exception {
        plc.simulator().onlineChange(model(type));
        plc.simulator().onCall("MAIN.fbPress#Every", inputs -> inputs);
        DeviceMethod every = plc.connect().method("MAIN.fbPress", "Every");
        assertThat(call(every, value)).singleElement().hasToString(value);
    }

    @Test
    void aMethodWithoutABodyGivesWhatTheModelSaysOrZeros() throws Exception {
        AdsConnection connection = plc.connect();
        assertThat(call(connection.method("MAIN.fbPress", "Fixed")))
                .containsExactly("ready", 2.5f, Duration.ofMinutes(1));
        assertThat(call(connection.method("MAIN.fbPress", "Zero"))).containsExactly(false, 0L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plc.simulator().onCall("MAIN.fbPress.Fixed", inputs -> inputs))
                .withMessageContaining("write it as in MAIN.fbPress#Start");
    }

    @Test
    void argumentsThatDoNotFitAreRefusedAndNothingIsCalled() throws Exception {
        DeviceMethod add = plc.connect().method("MAIN.fbPress", "Add");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> call(add, 1))
                .withMessageContaining(
                        "MAIN.fbPress#Add(a: INT, b: INT) -> (Add: DINT) at 127.0.0.1.1.1:851 takes 2 arguments, got 1");
        SampleBatch twice = add.inputs().newBatch();
        Values.put(twice, 1, 1);
        Values.put(twice, 1, 2);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> add.call(twice))
                .withMessageContaining(
                        "takes 2 arguments, got 2; put one sample for each into a batch of its inputs, in their order");
        SampleBatch large = add.inputs().newBatch();
        Values.put(large, 0, 1);
        large.add(1, SampleBatch.NO_TIME, StatusCode.GOOD, 40_000);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> add.call(large))
                .withMessageContaining(
                        "call MAIN.fbPress#Add at 127.0.0.1.1.1:851: b: Bad_OutOfRange as INT; nothing was called");
        assertThatIllegalArgumentException().isThrownBy(() -> call(add, 1, "two"));
    }

    @Test
    void aTimeThatTheDeviceAloneCanTellIsBad() throws Exception {
        AdsConnection connection = plc.connect();
        plc.simulator().onCall("MAIN.fbPress#Times", inputs -> inputs);
        DeviceMethod times = connection.method("MAIN.fbPress", "Times");
        SampleBatch negative = times.inputs().newBatch();
        negative.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, -1);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> times.call(negative))
                .withMessageContaining("t: Bad_OutOfRange as LTIME");
    }

    @Test
    void anUnknownBlockOrMethodIsRefusedWithWhatThereIs() throws Exception {
        AdsConnection connection = plc.connect();
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connection.method("MAIN.fbGone", "Add"))
                .withMessageContaining(
                        "find the method MAIN.fbGone#Add at 127.0.0.1.1.1:851: function block not found");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connection.method("MAIN.afbPress[3]", "Add"))
                .withMessageContaining("[3]")
                .withMessageContaining("1..2");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connection.method("MAIN.fbPress", "Begin"))
                .withMessageContaining("find the method MAIN.fbPress#Begin at 127.0.0.1.1.1:851: not found")
                .withMessageContaining("it has Add, Fixed, Zero, Times, Every");
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> connection.method("MAIN.nPlain", "Add"))
                .withMessageContaining("a method needs {attribute 'TcRpcEnable'}");
    }

    @Test
    void anOnlineChangeBetweenFindingAndCallingCallsNothing() throws Exception {
        AdsConnection connection = plc.connect();
        DeviceMethod add = connection.method("MAIN.fbPress", "Add");
        plc.simulator().onCall("MAIN.fbPress#Add", inputs -> {
            throw new AssertionError("it was called");
        });
        plc.simulator().onlineChange();
        assertThatExceptionOfType(DeviceErrorException.class)
                .isThrownBy(() -> call(add, 1, 2))
                .withMessageContaining("has changed since the method was found; find it again");
        plc.simulator().onCall("MAIN.fbPress#Add", inputs -> List.of(7));
        assertThat(call(connection.method("MAIN.fbPress", "Add"), 1, 2)).containsExactly(7L);
    }

    @Test
    void aDeviceWithoutTablesSaysSo() throws Exception {
        plc.simulator().faults().add(AdsFault.noUploads());
        AdsConnection connection = plc.connect();
        assertThatExceptionOfType(DeviceErrorException.class)
                .isThrownBy(() -> connection.method("MAIN.fbPress", "Add"))
                .withMessageContaining("find the method MAIN.fbPress#Add")
                .withMessageContaining("the device gives no symbol table");
    }

    @Test
    void refusalsLossAndSilenceAreClear() throws Exception {
        AdsConnection connection = plc.connect("requestTimeout=300ms");
        DeviceMethod add = connection.method("MAIN.fbPress", "Add");
        FaultScope calls = FaultScope.groups(IndexGroup.VALUE_BY_HANDLE, IndexGroup.VALUE_BY_HANDLE);
        plc.simulator().faults().add(new DeviceFault.Refuse(calls.times(1), 0x70B));
        assertThatExceptionOfType(DeviceErrorException.class)
                .isThrownBy(() -> call(add, 1, 2))
                .withMessageContaining("call MAIN.fbPress#Add at 127.0.0.1.1.1:851: 0x70B");
        plc.simulator().faults().clear();
        plc.simulator().faults().add(new DeviceFault.Ignore(calls.times(1)));
        assertThatExceptionOfType(RequestTimeoutException.class)
                .isThrownBy(() -> call(add, 1, 2))
                .withMessageContaining("it is unknown whether the method ran, or still runs");
        plc.simulator().faults().clear();
        AdsConnection second = plc.connect();
        DeviceMethod other = second.method("MAIN.fbPress", "Add");
        plc.simulator().faults().add(new DeviceFault.HalfAnswer(calls.times(1)));
        assertThatExceptionOfType(ConnectionLostException.class).isThrownBy(() -> call(other, 1, 2));
        second.close();
        assertThatExceptionOfType(ConnectionLostException.class).isThrownBy(() -> call(other, 1, 2));
    }

    @Test
    void callsLeaveNoHandlesBehind() throws Exception {
        AdsConnection connection = plc.connect();
        DeviceMethod add = connection.method("MAIN.fbPress", "Add");
        call(add, 1, 2);
        int next = connection.openHandle("MAIN.nPlain");
        connection.releaseHandle(next);
        for (int i = 0; i < 50; i++) {
            call(add, 1, 2);
        }
        assertThat(connection.openHandle("MAIN.nPlain")).isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "returns: 5|returns is|expected a list",
                "type: BOOL, returns: [true, 1]|returns 2 values, but has 1 output|",
                "type: BOOL, returns: [maybe]|maybe|",
                "inputs: {a: INTEGER}|INTEGER|",
                "output: {a: INT}|output|it takes inputs, inOuts, outputs, type, returns"
            })
    void aWrongMethodInAModelIsReportedWithItsPlace(String method, String message, String remedy) {
        String model = "types: {FB: {functionBlock: {n: INT}, methods: {M: {" + method + "}}}}\nsymbols: {a: FB}\n";
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> AdsModel.parse(model))
                .withMessageContaining(message)
                .withMessageContaining(remedy == null ? "" : remedy)
                .withMessageContaining("line 1, column ");
    }
}
