package io.taktstrom.oktoflow;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.spi.Connectors;

/** A machine for sessions. */
final class Press {

    private static final String MODEL = """
            types:
              ST_Recipe: {struct: {nLayers: UINT, fWidth: REAL}}
            symbols:
              MAIN.setpoint: {type: DINT, value: 5}
              MAIN.fine: {type: REAL, value: 1.5}
              MAIN.text: STRING(8)
              MAIN.curve: {type: "ARRAY[0..2] OF INT", value: [1, 2, 3]}
              MAIN.recipe: ST_Recipe
            """;

    private Press() {}

    static AdsSimulator start() throws IOException {
        return AdsSimulator.builder().model(AdsModel.parse(MODEL)).start();
    }

    static DeviceTarget target(String uri, Map<String, String> settings) {
        return DeviceTarget.of(
                Connectors.providerOf(uri),
                new PlatformParameters(uri, 0, "", 0, null, null, settings),
                Press.class.getClassLoader());
    }

    static DeviceSession open(String uri, Map<String, String> settings) throws IOException {
        return DeviceSession.open(target(uri, settings), "press1", notice -> {});
    }
}
