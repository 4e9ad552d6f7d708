package io.taktstrom.cli;

import java.util.List;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** {@code takt call} on a PLC. */
@Timeout(60)
class CallAdsIT {

    private static final JsonMapper JSON = new JsonMapper();

    @AutoClose
    private AdsSimulator plc;

    @BeforeEach
    void start() throws Exception {
        plc = AdsSimulator.builder().model(AdsModel.parse("""
                        types:
                          ST_Limits: {struct: {low: INT, high: INT}}
                          FB_Press:
                            functionBlock: {n: DINT}
                            methods:
                              Start:
                                inputs: {nSpeed: DINT, sLot: STRING(20), stLimits: ST_Limits, aSteps: "ARRAY[1..2] OF INT"}
                                outputs: {stNow: ST_Limits}
                                type: BOOL
                              Stop: {}
                        symbols: {MAIN.fbPress: FB_Press}
                        """)).start();
        plc.onCall("MAIN.fbPress#Start", inputs -> List.of(inputs.get(0).equals(1500L), inputs.get(2)));
    }

    private Ran call(String... words) {
        List<String> all = new java.util.ArrayList<>(List.of("call", "--yes", plc.endpointUri(), "MAIN.fbPress"));
        all.addAll(List.of(words));
        return Ran.takt(all.toArray(String[]::new));
    }

    @Test
    void aMethodIsCalledWithArgumentsOfItsTypes() {
        Ran ran = Ran.takt(
                        "call",
                        "--yes",
                        "--json",
                        plc.endpointUri(),
                        "MAIN.fbPress",
                        "Start",
                        "1500",
                        "lot 7",
                        "{\"low\": -1, \"high\": 5}",
                        "[1, 2]")
                .expect(ExitCode.GOOD);
        assertThat(ran.lines().stream().<JsonNode>map(JSON::readTree))
                .extracting(
                        node -> node.get("point").stringValue(),
                        node -> node.get("value").toString())
                .containsExactly(tuple("Start", "true"), tuple("stNow", "{\"low\":-1,\"high\":5}"));
        assertThat(call("Stop").expect(ExitCode.GOOD).err()).contains("done; the method returns nothing");
    }

    @Test
    void aWrongCallSaysWhatWouldBeRightAndCallsNothing() {
        assertThat(call("Start", "1500").expect(ExitCode.WRONG_USE).err())
                .contains("Start(nSpeed: DINT, sLot: STRING(20)", "takes 4 arguments, got 1", "nothing was called");
        assertThat(call("Start", "fast", "", "{}", "[1, 2]")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("nSpeed of MAIN.fbPress#Start(", "fast", "nothing was called");
        assertThat(call("Begin").expect(ExitCode.FAILED).err())
                .contains("MAIN.fbPress#Begin", "not found; it has Start, Stop");
    }

    @Test
    void aProtocolWithoutMethodsSaysSo() throws Exception {
        try (var cpu = io.taktstrom.s7.simulator.S7Simulator.builder().start()) {
            assertThat(Ran.takt("call", "--yes", cpu.endpointUri(), "DB1", "Start")
                            .expect(ExitCode.WRONG_USE)
                            .err())
                    .contains("devices of this protocol have no methods");
        }
    }
}
