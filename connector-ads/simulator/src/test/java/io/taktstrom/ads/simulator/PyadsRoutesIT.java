package io.taktstrom.ads.simulator;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** pyads 3.6.0 adds a route over UDP, as to a PLC, and AdsLib is let in only then. */
class PyadsRoutesIT {

    @TestFactory
    Stream<DynamicTest> pyads() throws Exception {
        return PeerChecks.of("TAKT_PYTHON", "a Python with pyads 3.6.0", python -> {
            try (AdsSimulator plc = Peer.startOnAdsPort(builder ->
                    builder.udpPort(48_899).login("Engineer", "made up").routeRequired(true))) {
                List<String> command = List.of(
                        python,
                        Peer.FOLDER.resolve("pyads_routes.py").toString(),
                        plc.address().getAddress().getHostAddress(),
                        plc.amsAddress().netId().toString());
                return Peer.tests(
                        plc, command, "net_id_by_udp", "no_route_no_answer", "wrong_password", "a_route_lets_us_in");
            }
        });
    }
}
