package io.taktstrom.connect.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.connect.sink.TaktstromSinkConnector;
import io.taktstrom.connect.source.TaktstromSourceConnector;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.connect.connector.Connector;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The configurations in docs/examples, as they are but for the file's place. */
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("../../docs/examples/kafka-connect");

    private static void assertValid(Connector connector, String name) throws Exception {
        Map<String, String> given = new HashMap<>(JsonMapper.shared()
                .readValue(Files.readString(EXAMPLES.resolve(name)), new TypeReference<Map<String, String>>() {}));
        assertThat(given.get("connector.class")).isEqualTo(connector.getClass().getSimpleName());
        given.put(
                DeploymentOption.FILE.name(),
                EXAMPLES.resolve("presses.yaml").toAbsolutePath().toString());
        Config config = connector.validate(given);
        assertThat(config.configValues())
                .allSatisfy(value ->
                        assertThat(value.errorMessages()).as(value.name()).isEmpty());
        connector.start(given);
        List<Map<String, String>> tasks = connector.taskConfigs(2);
        assertThat(tasks).isNotEmpty();
        connector.stop();
    }

    @Test
    void theExampleOfTheSourceIsRight() throws Exception {
        assertValid(new TaktstromSourceConnector(), "source.json");
    }

    @Test
    void theExampleOfTheSinkIsRight() throws Exception {
        assertValid(new TaktstromSinkConnector(), "commands.json");
    }
}
