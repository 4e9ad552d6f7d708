package io.taktstrom.runtime.command;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.runtime.value.PublishedValue;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands from a broker or over HTTP: a value that a device of any type may get, or a refusal. */
class CommandFuzzTest {

    private static final WriteLimits RANGE = new WriteLimits(
            new BigDecimal("-1E3"), new BigDecimal(1000), List.of(), null, 5, Duration.ofSeconds(1), BigDecimal.TEN);

    private static final List<DataType> TYPES = Stream.concat(
                    Stream.of(ScalarType.values()),
                    Stream.of(
                            DataType.parse("STRING(10)"),
                            DataType.parse("WSTRING(10)"),
                            DataType.parse("ARRAY[0..1,0..1] OF INT"),
                            DataType.parse("ARRAY[*] OF LREAL"),
                            new EnumType("E", ScalarType.INT, List.of(new EnumType.Member("Idle", 0))),
                            new StructType(
                                    "S",
                                    List.of(
                                            new StructType.Field("a", ScalarType.BOOL, 0, 3),
                                            new StructType.Field("b", DataType.parse("ARRAY[1..2] OF TIME"), 4)),
                                    12)))
            .toList();

    static Stream<byte[]> commands() {
        String command = "{\"id\":\"a\",\"point\":\"p\",\"expires\":\"2026-11-22T14:00:00Z\",\"value\":";
        return FuzzedParser.texts(
                command + "21.5,\"expected\":20}",
                command + "1e999999999}",
                command + "-1E-999999999}",
                command + "[[1,2],[3,\"16#FF\"]]}",
                command + "{\"a\":true,\"b\":[\"T#1s500ms\",\"PT1S\"]}}",
                command + "\"2026-11-22T14:00:00.5\"}",
                command + "\"D#2026-01-01\"}",
                command + "\"TOD#12:00:00\"}");
    }

    @MethodSource("commands")
    @FuzzTest(maxDuration = "5m")
    void anyBytesAreACommandOrRefused(byte[] bytes) {
        FuzzedParser.check(bytes.length, CommandParser.InvalidCommandException.class, () -> {
            CommandRequest request = CommandParser.parse(ByteBuffer.wrap(bytes));
            for (DataType type : TYPES) {
                FuzzedParser.check(10 * bytes.length, IllegalArgumentException.class, () -> admit(type, request));
            }
        });
    }

    private static void admit(DataType type, CommandRequest request) {
        PointConfig point = new PointConfig(
                DataPoint.of("p", "MAIN.p").withWritable(), "plc", "fast", 0.1, -40, null, null, limits(type));
        PointLimits limits = new PointLimits(point, new ManualClock(0));
        Object device = limits.admit(type, request.value());
        Object stored = PointLimits.asStored(type, device);
        PublishedValue.ofDevice(point, type, stored);
        limits.admitNow(type, request.value(), 1);
    }

    private static WriteLimits limits(DataType type) {
        return PublishedValue.isNumber(type) ? RANGE : WriteLimits.NONE;
    }

    static Stream<byte[]> values() {
        return FuzzedParser.texts(
                "T#1d2h3m4s5ms6us7ns", "16#FF_FF", "2#102", "[1,[2]]", "{\"a\":1}", "TRUE", "Idle", "-12.5e3");
    }

    @MethodSource("values")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsAValueOrRefused(byte[] bytes) {
        for (DataType type : TYPES) {
            FuzzedParser.check(
                    bytes.length,
                    IllegalArgumentException.class,
                    () -> PointLimits.asStored(type, ValueInput.parse(type, FuzzedParser.text(bytes))));
        }
    }
}
