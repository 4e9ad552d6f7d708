package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.taktstrom.runtime.command.CommandParser.InvalidCommandException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The schema that is documented takes what the gate reads, and refuses what it refuses; a foreign validator says so. */
class CommandSchemaTest {

    private static final Path DOCS = Path.of("../../docs/reference");
    private static final String GOOD =
            "{\"id\": \"a-1\", \"point\": \"p\", \"value\": 21.5, \"expires\": \"2026-11-22T14:00:00.5Z\"}";

    private static boolean isTakenBySchema(String text) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(DOCS.resolve("command-1.schema.json")), InputFormat.JSON);
        return schema.validate(text, InputFormat.JSON).isEmpty();
    }

    private static CommandRequest parse(String text) throws InvalidCommandException {
        return CommandParser.parse(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"21.5", "true", "\"16#FF\"", "[1, [2]]", "{\"a\": 1}", "18446744073709551615"})
    void bothTakeACommand(String value) throws Exception {
        String text = GOOD.replace("21.5", value);
        assertThat(isTakenBySchema(text)).isTrue();
        assertThat(parse(text).id()).isEqualTo("a-1");
        String expecting = text.replace("\"value\"", "\"expected\": " + value + ", \"value\"");
        assertThat(isTakenBySchema(expecting)).isTrue();
        assertThat(parse(expecting).expected()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a-1\" -> 7",
                "a-1 -> ",
                "a-1 -> a 1",
                "a-1 -> ü",
                "\"p\" -> \"\"",
                "\"p\" -> null",
                "21.5 -> null",
                "\"value\": 21.5, -> ",
                "\"expires\" -> \"expire\"",
                "\"2026-11-22T14:00:00.5Z\" -> 5",
                "\"value\" -> \"force\": true, \"value\""
            })
    void bothRefuseWhatIsNone(String change) throws IOException {
        String[] parts = change.split(" -> ", -1);
        assertThat(GOOD).contains(parts[0]);
        String text = GOOD.replace(parts[0], parts[1]);
        assertThat(isTakenBySchema(text)).isFalse();
        assertThatThrownBy(() -> parse(text)).isInstanceOf(InvalidCommandException.class);
    }

    @Test
    void theExampleOfTheReferenceIsACommand() throws Exception {
        String page = Files.readString(DOCS.resolve("commands.md"));
        int start = page.indexOf("```json\n") + 8;
        String example = page.substring(start, page.indexOf("```", start));
        assertThat(isTakenBySchema(example)).isTrue();
        assertThat(parse(example).point()).isEqualTo("press1.setpoint");
    }
}
