package io.taktstrom.oktoflow;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.spi.BrowseNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class DeviceSessionIT {

    @AutoClose
    private static AdsSimulator plc;

    @BeforeAll
    static void start() throws IOException {
        plc = Press.start();
    }

    @Test
    void valuesAreReadAndWrittenInTheTypesOfTheModel() throws IOException {
        try (DeviceSession press = Press.open(plc.endpointUri(), Map.of())) {
            press.set("MAIN.fine", 2.5);
            assertThat(press.get("MAIN.fine", 0)).isEqualTo(2.5f);
            press.set("MAIN/curve", new int[] {4, 5, 6});
            assertThat(press.get("MAIN.curve", 0)).isEqualTo(new short[] {4, 5, 6});
            press.set("MAIN.recipe", Map.of("nlayers", 3, "fwidth", 0.5));
            assertThat(press.get("MAIN.recipe", 0)).isEqualTo(Map.of("nLayers", 3, "fWidth", 0.5f));
            press.set("MAIN.text", "press");
            assertThat(press.get("MAIN.text", 0)).isEqualTo("press");
        }
    }

    @Test
    void aValueIsAskedForAgainWhenItsLifeTimeIsOver() throws IOException {
        try (DeviceSession press = Press.open(plc.endpointUri(), Map.of())) {
            plc.set("MAIN.setpoint", 1);
            assertThat(press.get("MAIN.setpoint", -1)).isEqualTo(1);
            plc.set("MAIN.setpoint", 2);
            assertThat(press.get("MAIN.setpoint", -1)).as("for ever").isEqualTo(1);
            assertThat(press.get("MAIN.setpoint", 3_600_000)).as("for an hour").isEqualTo(1);
            assertThat(press.get("MAIN.setpoint", 0)).as("not at all").isEqualTo(2);
            press.set("MAIN.setpoint", 3);
            assertThat(press.get("MAIN.setpoint", -1)).as("written since").isEqualTo(3);
        }
    }

    @Test
    void whatTheDeviceDoesNotHaveIsAnErrorThatSaysSo() throws IOException {
        try (DeviceSession press = Press.open(plc.endpointUri(), Map.of("points", "speed = MAIN.fSpeed"))) {
            assertThatIOException()
                    .isThrownBy(() -> press.get("speed", 0))
                    .withMessageContaining("read speed (MAIN.fSpeed) at ads://")
                    .withMessageContaining("the device has no such variable");
            assertThatIOException()
                    .isThrownBy(() -> press.set("MAIN.curve", "a text"))
                    .withMessageContaining("an array");
            assertThatIOException()
                    .isThrownBy(() -> press.set("MAIN.setpoint", 5_000_000_000L))
                    .withMessageContaining("write MAIN.setpoint")
                    .withMessageContaining("5000000000");
            assertThat(plc.get("MAIN.setpoint")).isNotEqualTo(5_000_000_000L);
        }
    }

    @Test
    void whatARoundAsksForIsKeptWithIt() throws IOException {
        try (DeviceSession press = Press.open(plc.endpointUri(), Map.of())) {
            Round round = Round.of(Set.of());
            press.during(round, () -> press.get("MAIN.fine", 0));
            press.get("MAIN.setpoint", 0);
            assertThat(round.values()).containsOnlyKeys("MAIN.fine");
            assertThat(press.asked()).containsExactly("MAIN.fine");
            assertThat(press.browse("MAIN").stream().map(BrowseNode::address)).contains("MAIN.setpoint");
        }
    }

    @Test
    void namesOfAPointBookReachAnS7() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder()
                        .model(io.taktstrom.s7.simulator.model.S7Model.parse("blocks:\n  DB1: {bytes: 64}\n"))
                        .start();
                DeviceSession press = Press.open(
                        cpu.endpointUri(), Map.of("points", "setpoint = DB1.DBD0:DINT\nlimit = DB1.DBW8:WORD"))) {
            press.set("setpoint", -7);
            press.set("limit", 65_535);
            assertThat(cpu.get("DB1.DBD0:DINT")).isEqualTo(-7L);
            assertThat(press.get("setpoint", 0)).isEqualTo(-7);
            assertThat(press.get("limit", 0)).isEqualTo(65_535);
        }
    }

    @Test
    void aPathWithoutNamespacesIsFoundOnAnOpcUaServer() throws IOException {
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                        .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse("""
                                points:
                                  press.target: {type: Double, value: 12.5}
                                """))
                        .start();
                DeviceSession press =
                        Press.open(server.endpointUri(), Map.of("security", "none", "connectTimeout", "30s"))) {
            BrowseNode node = press.browse("").stream()
                    .filter(each -> each.address().endsWith("target"))
                    .findFirst()
                    .orElseThrow();
            assertThat(press.get(node.address(), 0)).isEqualTo(12.5);
            assertThat(press.get("Objects/press/target", 0)).isEqualTo(12.5);
            press.set("Objects/press/target", 13);
            assertThat(server.get("press.target")).isEqualTo(13.0);
        }
    }

    @Test
    void aDeviceThatDoesNotAnswerFailsTheConnectWithTheReason() throws IOException {
        AdsSimulator gone = Press.start();
        String uri = gone.endpointUri();
        gone.close();
        assertThatIOException()
                .isThrownBy(() -> Press.open(uri, Map.of("connectTimeout", "1s")))
                .withMessageContaining("connect to " + uri.substring(0, uri.indexOf('/', 6)));
    }
}
