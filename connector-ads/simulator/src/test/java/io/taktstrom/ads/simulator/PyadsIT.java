package io.taktstrom.ads.simulator;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** pyads 3.6.0, that is Beckhoff's own AdsLib, finds in the simulator what it finds in a PLC. */
class PyadsIT {

    @TestFactory
    Stream<DynamicTest> pyads() throws Exception {
        return PeerChecks.of("TAKT_PYTHON", "a Python with pyads 3.6.0", python -> {
            try (AdsSimulator plc = Peer.startOnAdsPort()) {
                List<String> command = List.of(
                        python,
                        Peer.FOLDER.resolve("pyads_client.py").toString(),
                        plc.address().getAddress().getHostAddress(),
                        plc.amsAddress().netId().toString());
                return Peer.tests(
                        plc,
                        command,
                        "device_info",
                        "state",
                        "scalars_by_name",
                        "types_from_the_symbol_table",
                        "handles",
                        "index_group_and_offset",
                        "strings",
                        "arrays",
                        "structures",
                        "lists",
                        "long_lists_are_one_moment",
                        "symbol_objects",
                        "all_symbols",
                        "cyclic_notifications_without_gaps",
                        "slower_notifications",
                        "on_change_notifications_of_a_counter",
                        "notifications_on_change",
                        "methods",
                        "errors",
                        "stop_and_run",
                        "online_change",
                        "download");
            }
        });
    }
}
