package io.taktstrom.opcua.service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServerProfileTest {

    @ParameterizedTest
    @CsvSource({
        "Siemens AG, SIMATIC S7-1200, S7_1200",
        "Siemens AG, CPU 1516-3 PN/DP S7-1500, S7_1500",
        "Siemens AG, SIMATIC WinCC, GENERIC",
        "Inductive Automation, Ignition Gateway, IGNITION",
        "Beckhoff Automation, TcOpcUaServer, TWINCAT",
        "Acme, OPC server 1500, GENERIC"
    })
    void aServerIsKnownByWhatItSaysOfItself(String manufacturer, String product, ServerProfile expected) {
        assertThat(ServerProfile.of(manufacturer, product)).isEqualTo(expected);
    }

    @Test
    void eachProfileIsFoundByItsName() {
        for (ServerProfile profile : ServerProfile.values()) {
            assertThat(ServerProfile.named(profile.text())).isSameAs(profile);
        }
        assertThat(ServerProfile.named("something")).isSameAs(ServerProfile.GENERIC);
    }
}
