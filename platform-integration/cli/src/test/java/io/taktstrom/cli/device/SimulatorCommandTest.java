package io.taktstrom.cli.device;

import java.net.InetAddress;
import java.net.SocketException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SimulatorCommandTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, ads://0.0.0.0:48898/192.0.2.1.1.1:851, /192.0.2.1.1.1:851",
        "0.0.0.0, s7://0.0.0.0:10102?rack=0&slot=1, ?rack=0&slot=1",
        "::, opc.tcp://[0:0:0:0:0:0:0:0]:4840/?security=none, /?security=none"
    })
    void whoListensEverywhereSaysAnAddressThatCanBeCalled(String bound, String uri, String rest) throws Exception {
        String shown = SimulatorCommand.reachable(uri, InetAddress.getByName(bound));
        assertThat(shown)
                .matches("[a-z0-9.]+://\\d+\\.\\d+\\.\\d+\\.\\d+:\\d+.*")
                .endsWith(rest)
                .doesNotContain("//0.");
    }

    @Test
    void whoListensAtOneAddressSaysThatOne() throws SocketException {
        String uri = "s7://127.0.0.1:10102?rack=0&slot=1";
        assertThat(SimulatorCommand.reachable(uri, InetAddress.getLoopbackAddress()))
                .isEqualTo(uri);
    }
}
