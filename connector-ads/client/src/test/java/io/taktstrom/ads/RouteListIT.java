package io.taktstrom.ads;

import java.util.HexFormat;

import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.route.RouteClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class RouteListIT {

    /** 192.168.1.99.1.1 over TCP/IP at 192.168.1.99, named line. */
    private static final byte[] ROUTE = HexFormat.of()
            .parseHex("c0a801630101" + "0100" + "21000000" + "05000000" + "00000000" + "00".repeat(12) + "0d000000"
                    + "05000000" + "00000000" + "3139322e3136382e312e393900" + "6c696e6500");

    private final SmallPlc plc = new SmallPlc();

    /** What devices say to a number that no route has. */
    @ParameterizedTest
    @CsvSource({"0, 0x716", "2, 0x716", "0, 0x70C", "2, 0x70C", "2, 0x70B"})
    void theListEndsWithWhateverCodeTheDeviceEndsItWith(int routes, String code) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.command() == 2 && request.group() == RouteEntry.LIST
                                ? request.offset() < routes
                                        ? request.value(ROUTE)
                                        : request.result(Integer.decode(code))
                                : plc.answer(request)));
                RouteClient client =
                        RouteClient.open(new AdsProvider().descriptor().parse(peer.uri()))) {
            assertThat(client.list()).hasSize(routes);
        }
    }
}
