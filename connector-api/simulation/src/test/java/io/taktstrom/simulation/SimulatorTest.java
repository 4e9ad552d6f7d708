package io.taktstrom.simulation;

import java.net.InetSocketAddress;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SimulatorTest {

    @ParameterizedTest
    @CsvSource({"192.0.2.7, 192.0.2.7:102", "::1, [0:0:0:0:0:0:0:1]:102", "0.0.0.0, 127.0.0.1:102"})
    void aUriNamesAHostThatCanBeReached(String host, String expected) {
        assertThat(Simulator.hostAndPort(new InetSocketAddress(host, 102))).isEqualTo(expected);
    }
}
