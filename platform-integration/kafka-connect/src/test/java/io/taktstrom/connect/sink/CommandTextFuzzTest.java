package io.taktstrom.connect.sink;

import java.util.Map;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.params.provider.MethodSource;

/** Records of a topic of commands, as Kafka Connect's JSON converter makes values of them. */
class CommandTextFuzzTest {

    private static final JsonConverter CONVERTER = new JsonConverter();

    static {
        CONVERTER.configure(Map.of("schemas.enable", "true"), false);
    }

    static Stream<byte[]> records() {
        return FuzzedParser.texts(
                "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"field\":\"id\",\"type\":\"string\"},{\"field\":\"value\","
                        + "\"type\":\"bytes\",\"name\":\"org.apache.kafka.connect.data.Decimal\",\"parameters\":{\"scale\":\"2\"}},"
                        + "{\"field\":\"expires\",\"type\":\"int64\",\"name\":\"org.apache.kafka.connect.data.Timestamp\"}]},"
                        + "\"payload\":{\"id\":\"a\",\"value\":\"AQ==\",\"expires\":1}}",
                "{\"schema\":{\"type\":\"map\",\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"array\",\"items\":"
                        + "{\"type\":\"double\",\"optional\":true}}},\"payload\":{\"a\":[1.5,null]}}");
    }

    @MethodSource("records")
    @FuzzTest(maxDuration = "3m")
    void anyRecordIsATextOrNoValueOfConnect(byte[] bytes) {
        Object value;
        try {
            value = CONVERTER.toConnectData("commands", bytes).value();
        } catch (DataException | IllegalArgumentException | NullPointerException | ArithmeticException e) {
            // Of the converter, which is not ours.
            return;
        }
        FuzzedParser.check(bytes.length, () -> CommandText.of(value));
    }
}
