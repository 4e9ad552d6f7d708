package io.taktstrom.s7.simulator;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** python-snap7 2.1.0, that is the native client of snap7, finds in the simulator what it finds in a CPU. */
class Snap7IT {

    @TestFactory
    Stream<DynamicTest> snap7() throws Exception {
        return PeerChecks.of("TAKT_PYTHON", "a Python with python-snap7 2.1.0", python -> {
            try (S7Simulator cpu = S7Simulator.builder().model(Peer.model()).start()) {
                List<String> command = List.of(
                        python,
                        Peer.FOLDER.resolve("snap7_client.py").toString(),
                        cpu.address().getAddress().getHostAddress(),
                        String.valueOf(cpu.port()));
                return PeerChecks.run(
                        command,
                        "pdu_is_negotiated",
                        "identification",
                        "status_lists",
                        "stop_and_start",
                        "blocks",
                        "clock",
                        "values_of_all_types",
                        "areas",
                        "writes",
                        "one_bit_is_written_alone",
                        "blocks_larger_than_a_pdu",
                        "many_variables_at_once",
                        "bad_variables_among_good_ones",
                        "errors",
                        "a_counter_never_goes_back",
                        "passwords",
                        "wrong_slots_are_refused",
                        "connections_run_out");
            }
        });
    }
}
