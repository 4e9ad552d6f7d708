package io.taktstrom.description.td;

import java.util.List;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.description.DescriptionExport.Described;
import io.taktstrom.description.Plants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ThingRoundTripTest {

    @ParameterizedTest
    @ValueSource(strings = {"press1", "cpu", "oven", "open", "pump", "swapped"})
    void whatOneConnectionExportsComesBackEqual(String connection) {
        Deployment before = Plants.only(connection);
        Described described = Plants.describe(before);
        String text = ThingWriter.write(connection, described.interfaces());
        Plants.assertSame(Plants.imported(List.of(new ThingReader().read(text))), before);
    }

    @Test
    void severalConnectionsInOneThingComeBackEqual() {
        Deployment before = Plants.load(Plants.ALL);
        String text = ThingWriter.write("plant", Plants.describe(before).interfaces());
        Deployment after = Plants.imported(List.of(new ThingReader().read(text)));
        Plants.assertSame(after, before);
    }

    @Test
    void secretsAreNotExported() {
        Deployment deployment = Plants.load("""
                connections:
                  oven: {type: opc.tcp, host: oven, user: operator, password: "${env:PATH}"}
                scanClasses: {slow: {mode: poll, every: 1s}}
                points:
                  - {id: oven.t, on: oven, address: "ns=2;s=T", scan: slow}
                streams: [{id: all, from: "**", to: screen}]
                sinks: {screen: {type: console}}
                """);
        Described described = Plants.describe(deployment);
        String text = ThingWriter.write("oven", described.interfaces());
        assertThat(text).doesNotContain(System.getenv("PATH")).doesNotContain("operator");
        assertThat(described.notes())
                .contains("connection oven: option password is a secret and is not in the description");
        assertThat(Plants.read(List.of(new ThingReader().read(text))).text())
                .contains("user: \"${env:OVEN_USER}\"", "password: \"${env:OVEN_PASSWORD}\"");
    }
}
