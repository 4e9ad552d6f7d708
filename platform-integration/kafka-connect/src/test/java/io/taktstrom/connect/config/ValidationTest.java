package io.taktstrom.connect.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.connect.sink.TaktstromSinkConnector;
import io.taktstrom.connect.source.TaktstromSourceConnector;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ValidationTest {

    private static final String DEPLOYMENT = """
            connections:
              press1: {type: ads, host: 192.0.2.1, amsNetId: 192.0.2.1.1.1}
              press2: {type: s7, host: 192.0.2.2}
              oven: {type: opc.tcp, host: 192.0.2.3}
            points:
              - {id: press1.force, on: press1, address: MAIN.fForce, writable: true}
              - {id: press2.count, on: press2, address: "DB1.DBD0:DINT"}
              - {id: oven.target, on: oven, address: "nsu=urn:x;s=target"}
            scanClasses:
              default: {mode: poll, every: 1s}
            streams:
              - {id: all, from: "**", to: topics}
            sinks:
              topics: {type: connect}
            commands:
              audit: audit.jsonl
              from: {topics: {type: connect}}
            """;

    @TempDir
    private Path folder;

    /** What is wrong, by field; fields that are right are left out. */
    private static Map<String, String> wrong(Connector connector, Map<String, String> configs) {
        Map<String, String> wrong = new HashMap<>();
        for (ConfigValue value : connector.validate(configs).configValues()) {
            if (!value.errorMessages().isEmpty()) {
                wrong.put(value.name(), String.join("\n", value.errorMessages()));
            }
        }
        return wrong;
    }

    private static Map<String, String> source(Map<String, String> configs) {
        return wrong(new TaktstromSourceConnector(), configs);
    }

    @Test
    void aRightConfigurationHasNoErrors() throws IOException {
        assertThat(source(Map.of("deployment", DEPLOYMENT, "topic", "machine.{connection}")))
                .isEmpty();
        Path file = Files.writeString(folder.resolve("plant.yaml"), DEPLOYMENT);
        assertThat(source(Map.of("deployment.file", file.toString(), "topic", "machine")))
                .isEmpty();
        assertThat(wrong(new TaktstromSinkConnector(), Map.of("deployment", DEPLOYMENT)))
                .isEmpty();
    }

    @Test
    void optionsAreInGroupsWithNamesToDisplay() {
        ConfigDef source = new TaktstromSourceConnector().config();
        assertThat(source.groups()).containsExactly("Deployment", "Records");
        assertThat(source.configKeys())
                .hasEntrySatisfying(
                        "deployment.file", key -> assertThat(key.displayName).isEqualTo("Deployment file"))
                .hasEntrySatisfying("topic", key -> assertThat(key.group).isEqualTo("Records"));
        assertThat(new TaktstromSinkConnector().config().groups()).containsExactly("Deployment", "Answers");
    }

    @Test
    void aLeaseIsRefused() {
        assertThat(source(Map.of(
                        "deployment",
                        DEPLOYMENT + "standby: {lease: {type: postgresql, name: a, database: b, user: c}}",
                        "topic",
                        "machine")))
                .hasEntrySatisfying(
                        "deployment",
                        problem -> assertThat(problem)
                                .contains("no store of leases is available here", "remove this section"));
    }

    @Test
    void everyProblemOfADeploymentStandsAtItsFieldWithItsPlace() {
        Map<String, String> wrong = source(Map.of(
                "deployment",
                DEPLOYMENT.replace("host: 192.0.2.2}", "hots: 192.0.2.2}").replace("to: topics", "to: topic"),
                "topic",
                "machine"));
        assertThat(wrong).containsOnlyKeys("deployment");
        assertThat(wrong.get("deployment"))
                .containsPattern("(?m)^deployment.yaml:3:.*hots")
                .containsPattern("(?m)^deployment.yaml:\\d+:.*topics");
    }

    @Test
    void everyFieldSaysWhatIsWrongWithIt() {
        Map<String, String> wrong = source(Map.of(
                "deployment.file", "/no/such/plant.yaml",
                "key", "{pint}",
                "headers", "maybe"));
        assertThat(wrong).containsOnlyKeys("deployment.file", "topic", "key", "headers");
        assertThat(wrong.get("deployment.file")).contains("/no/such/plant.yaml");
        assertThat(wrong.get("topic")).contains("Missing required configuration");
        assertThat(wrong.get("key")).contains("unknown placeholder {pint}");
        assertThat(wrong.get("headers")).contains("'maybe' is not true or false");
    }

    @Test
    void aDeploymentIsGivenOnceAndLeadsToConnect() {
        assertThat(source(Map.of("topic", "machine")).get("deployment.file")).contains("none is given");
        assertThat(source(Map.of("topic", "machine", "deployment", DEPLOYMENT, "deployment.file", "plant.yaml"))
                        .get("deployment.file"))
                .contains("not both");
        assertThat(source(Map.of(
                                "topic",
                                "machine",
                                "deployment",
                                DEPLOYMENT.replace("type: connect}\ncommands", "type: console}\ncommands")))
                        .get("deployment"))
                .contains("no stream leads to a sink of type connect");
    }

    @Test
    void answersNeedBrokersAndCommandsAWayIn() {
        Map<String, String> wrong = wrong(
                new TaktstromSinkConnector(),
                Map.of(
                        "deployment",
                        DEPLOYMENT.substring(0, DEPLOYMENT.indexOf("commands:")),
                        "answers.topic",
                        "answers"));
        assertThat(wrong).containsOnlyKeys("deployment", "answers.brokers");
        assertThat(wrong.get("deployment")).contains("takes no commands from Connect");
    }

    @Test
    void theDefinitionIsMadeOfTheOptions() {
        var definition = new TaktstromSourceConnector().config();
        assertThat(definition.names())
                .containsExactlyInAnyOrder(
                        "deployment", "deployment.file", "topic", "key", "layout", "times", "headers");
        assertThat(definition.configKeys()).hasEntrySatisfying("headers", headers -> {
            assertThat(headers.defaultValue).isEqualTo("true");
            assertThat(headers.documentation).contains("Whether a record has the headers");
            assertThat(headers.recommender.validValues("headers", Map.of())).containsExactly("true", "false");
        });
    }
}
