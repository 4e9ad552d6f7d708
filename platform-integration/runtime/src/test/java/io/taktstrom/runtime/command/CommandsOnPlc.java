package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import org.junit.jupiter.api.io.TempDir;

/** A simulated PLC, and a gate before it. */
abstract class CommandsOnPlc {

    static final Duration LIMIT = Duration.ofSeconds(30);

    static final String MODEL = """
            types:
              E_Mode: {enum: INT, members: {Hand: 0, Auto: 1}}
              ST_Recipe: {struct: {nLayers: UINT, fWidth: REAL}}
            symbols:
              MAIN.setpoint: {type: DINT, value: 5}
              MAIN.fine: {type: REAL, value: 1.5}
              MAIN.big: ULINT
              MAIN.mode: E_Mode
              MAIN.text: STRING(8)
              MAIN.curve: ARRAY[0..2] OF INT
              MAIN.recipe: ST_Recipe
              MAIN.delay: TIME
              MAIN.raw: {type: INT, value: 615}
              MAIN.counter: {type: UDINT, waveform: counter}
            """;

    @TempDir
    Path folder;

    static AdsSimulator plc() throws IOException {
        return AdsSimulator.builder().model(AdsModel.parse(MODEL)).start();
    }

    CommandBench bench(AdsSimulator plc) {
        return new CommandBench(folder).device("plc", plc.endpointUri()).point("plc.setpoint", "MAIN.setpoint");
    }
}
