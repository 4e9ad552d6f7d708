package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** For each test a simulated PLC, and a folder for its deployment and what comes of it. */
abstract class DemoPlant {

    @TempDir
    Path directory;

    @AutoClose
    AdsSimulator plc;

    @BeforeEach
    void startPlc() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.demo()).start();
    }
}
