package io.taktstrom.connect.sink;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CommandTextTest {

    private static String text(Object value) {
        return StandardCharsets.UTF_8.decode(CommandText.of(value)).toString();
    }

    @Test
    void textAndBytesAreTakenAsTheyAre() {
        String json = "{\"id\": \"a\", \"value\": 0.10}";
        assertThat(text(json)).isEqualTo(json);
        assertThat(text(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(json);
        assertThat(text(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)))).isEqualTo(json);
    }

    @Test
    void aStructureBecomesAnObjectWithoutWhatIsNotThere() {
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.STRING_SCHEMA)
                .field("value", SchemaBuilder.array(Schema.INT32_SCHEMA).build())
                .field("expires", Timestamp.SCHEMA)
                .field("expected", Schema.OPTIONAL_INT32_SCHEMA)
                .build();
        Struct command = new Struct(schema)
                .put("id", "a")
                .put("value", List.of(1, 2))
                .put("expires", Date.from(Instant.ofEpochMilli(1_795_331_109_000L)));
        assertThat(text(command)).isEqualTo("{\"id\":\"a\",\"value\":[1,2],\"expires\":\"2026-11-22T07:05:09Z\"}");
    }

    @Test
    void aMapBecomesAnObjectWithAllDigits() {
        Map<String, Object> command = new LinkedHashMap<>();
        command.put("id", "a");
        command.put("value", new BigDecimal("18446744073709551615.10"));
        assertThat(text(command)).isEqualTo("{\"id\":\"a\",\"value\":18446744073709551615.10}");
    }

    @Test
    void whatIsNoCommandIsATextThatTheGateRefuses() {
        assertThat(CommandText.of(null).remaining()).isZero();
        assertThat(text(List.of(1))).isEqualTo("[1]");
    }

    @Test
    void whatIsTooDeepForJsonIsATextThatTheGateRefuses() {
        Object deep = 1;
        for (int level = 0; level < 900; level++) {
            deep = Map.of("a", deep);
        }
        assertThat(text(deep)).startsWith("cannot be JSON: ").contains("nesting depth");
    }

    @Test
    void aDecimalOfTooManyDigitsIsATextThatTheGateRefuses() {
        assertThat(text(Map.of("value", new BigDecimal("1E+2000000000")))).startsWith("cannot be JSON: ");
    }
}
