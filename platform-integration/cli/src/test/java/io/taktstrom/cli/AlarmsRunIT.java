package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of docs/how-to/alarms.md, and the log of {@code takt run}. */
class AlarmsRunIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String SECRET = "open-sesame-5f3a";

    @Test
    void theExampleRaisesAnAlarmIntoItsFileAndIntoTheLog() throws IOException {
        Path file = Examples.copy("alarms.yaml", directory, plc, "values.jsonl", "values.jsonl");
        Ran ran = FollowedPage.of("docs/how-to/alarms.md")
                // It asks the one that runs in the other terminal: HealthPagesIT.
                .without("health")
                .there((command, word) -> word.replace("docs/examples/alarms.yaml", file.toString())
                        .replace("127.0.0.1:9464", "127.0.0.1:0"))
                .adding("run .*", "--seconds", "4")
                .run()
                .get(0);
        List<JsonNode> alarms = Files.readAllLines(directory.resolve("alarms.jsonl")).stream()
                .map(JSON::readTree)
                .toList();
        assertThat(alarms)
                .filteredOn(sample -> sample.get("point").stringValue().equals("alarm.counting"))
                .extracting(sample -> sample.get("value").booleanValue())
                .endsWith(true);
        assertThat(alarms)
                .extracting(sample -> sample.get("point").stringValue())
                .contains("alarm.oil-hot", "alarm.away", "alarm.losing");
        assertThat(ran.err())
                .containsPattern("(?m)^\\S+Z WARN {2}counting: alarm counting raised, warning: The machine runs \\(")
                .containsPattern("(?m)^\\S+Z INFO {2}press1: .* is connected")
                .containsPattern("(?m)^\\S+Z INFO {2}takt: running ");
    }

    @Test
    void theHowToShowsWhatTheExampleHas() throws IOException {
        String page = Files.readString(Path.of("../../docs/how-to/alarms.md"));
        String snippet = page.substring(page.indexOf("<!-- snippet: alarms.yaml -->"));
        snippet = snippet.substring(snippet.indexOf("```yaml\n") + 8);
        assertThat(Examples.text("alarms.yaml")).endsWith(snippet.substring(0, snippet.indexOf("```")));
    }

    @Test
    void asJsonEachLineIsAnObject() throws IOException {
        Path file = Examples.copy("alarms.yaml", directory, plc, "values.jsonl", "values.jsonl");
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "2", "--log-format", "json")
                .expect(ExitCode.GOOD);
        assertThat(ran.err().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(JSON.readTree(line).has("time")).isTrue());
    }

    @Test
    void nothingSecretIsLoggedAtTheFinestLevel() throws IOException {
        ShownSecret.file(directory, "secret", SECRET);
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                streams:
                  - {id: all, from: "**", to: [mqtt, kafka, rabbit, http, influx, sql]}
                sinks:
                  mqtt: {type: mqtt, url: "mqtt://127.0.0.1:1", user: takt, password: "${file:secret}", topic: a}
                  kafka: {type: kafka, brokers: "127.0.0.1:1", topic: a, sasl: plain, user: takt, password: "${file:secret}"}
                  rabbit: {type: amqp, url: "amqp://127.0.0.1:1", user: takt, password: "${file:secret}", exchange: a, routingKey: a}
                  http: {type: http, url: "http://127.0.0.1:1/a", token: "${file:secret}"}
                  influx: {type: influxdb, url: "http://127.0.0.1:1", database: a, token: "${file:secret}"}
                  sql: {type: postgresql, host: 127.0.0.1, port: 1, database: a, user: takt, password: "${file:secret}"}
                """);
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "3", "--log-level", "trace");
        assertThat(ran.err()).contains("DEBUG", "sinkFailing").doesNotContain(SECRET);
        assertThat(ran.out()).contains("all.mqtt", "all.sql").doesNotContain(SECRET);
    }
}
