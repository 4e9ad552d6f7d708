package io.taktstrom.modbus;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.DeviceErrorException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Modbus on servers of other projects: registers and coils as they have them. */
class ForeignServersIT {

    private @Nullable ForeignServer server;

    private ForeignServer start(ForeignServer.Kind kind) throws IOException {
        ForeignServer started = kind.start();
        server = started;
        return started;
    }

    private static Connection connect(ForeignServer to, String options) throws Exception {
        return Connectors.connect("modbus://127.0.0.1:" + to.port() + options);
    }

    @AfterEach
    void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    static Stream<Arguments> values() {
        return Stream.of(ForeignServer.Kind.values())
                .flatMap(kind -> Stream.of(
                        arguments(kind, "", "INT", -2L, words(0xFFFE)),
                        arguments(kind, "", "UDINT", 0x01020304L, words(0x0102, 0x0304)),
                        arguments(kind, "?words=swapped", "UDINT", 0x01020304L, words(0x0304, 0x0102)),
                        arguments(kind, "", "REAL", 50.0f, words(0x4248, 0)),
                        arguments(kind, "?words=swapped", "REAL", 50.0f, words(0, 0x4248)),
                        arguments(kind, "", "LREAL", 1.0, words(0x3FF0, 0, 0, 0)),
                        arguments(kind, "?words=swapped", "LINT", 2L, words(2, 0, 0, 0)),
                        arguments(kind, "", "STRING(5)", "Hello", words(0x4865, 0x6C6C, 0x6F00)),
                        arguments(kind, "", "ARRAY[0..2] OF INT", List.of(1L, 2L, 3L), words(1, 2, 3))));
    }

    private static int[] words(int... words) {
        return words;
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueIsInTheRegistersThatTheServerHas(
            ForeignServer.Kind kind, String options, String type, Object value, int[] words) throws Exception {
        ForeignServer device = start(kind);
        device.set(3, 10, words);
        device.set(4, 20, words);
        try (Connection connection = connect(device, options)) {
            assertThat(connection.read("hr10:" + type).value()).isEqualTo(value);
            assertThat(connection.read("ir20:" + type).value()).isEqualTo(value);
            connection.write("hr100:" + type, value);
            assertThat(device.get(3, 100, words.length)).isEqualTo(words);
            assertThatThrownBy(() -> connection.write("ir20:" + type, value))
                    .isInstanceOf(DeviceErrorException.class)
                    .hasMessageContaining("Bad_NotWritable");
        }
    }

    @ParameterizedTest
    @EnumSource
    void coilsAndInputsAreBits(ForeignServer.Kind kind) throws Exception {
        ForeignServer device = start(kind);
        device.set(1, 3, 1, 0, 1);
        device.set(2, 7, 1);
        try (Connection connection = connect(device, "?unit=1")) {
            assertThat(connection.read("co3").value()).isEqualTo(true);
            assertThat(connection.read("co4").value()).isEqualTo(false);
            assertThat(connection.read("di6:ARRAY[0..2] OF BOOL").value()).isEqualTo(List.of(false, true, false));
            List<Boolean> ten = IntStream.range(0, 10).mapToObj(i -> i % 3 == 0).toList();
            connection.write("co16:ARRAY[0..9] OF BOOL", ten);
            connection.write("co30", true);
            assertThat(device.get(1, 15, 16)).containsExactly(0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyRegistersAreReadInSeveralRequests(ForeignServer.Kind kind) throws Exception {
        ForeignServer device = start(kind);
        device.set(3, 0, IntStream.range(0, 100).toArray());
        device.set(3, 100, IntStream.range(100, 200).toArray());
        device.set(3, 200, IntStream.range(200, 300).toArray());
        try (Connection connection = connect(device, "");
                PointGroup group = connection.resolve(IntStream.range(0, 300)
                        .mapToObj(i -> DataPoint.of("hr" + i + ":UINT"))
                        .toList())) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            for (int i = 0; i < 300; i++) {
                assertThat(batch.longAt(i)).isEqualTo(i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "PYMODBUS")
    void aRegisterThatTheServerDoesNotHaveIsBadAndTheOthersAreGood(ForeignServer.Kind kind) throws Exception {
        ForeignServer device = start(kind);
        device.set(3, 399, 7);
        try (Connection connection = connect(device, "");
                PointGroup group = connection.resolve(List.of(DataPoint.of("hr399"), DataPoint.of("hr400")))) {
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(Sample.of(batch, 0).value()).isEqualTo(7L);
            assertThat(batch.statusAt(1)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        }
    }
}
