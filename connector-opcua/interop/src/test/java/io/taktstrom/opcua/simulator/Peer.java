package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.opcua.simulator.model.SimulatorModel;

/** What all clients find that nobody here wrote. */
final class Peer {

    static final Path FOLDER = Path.of("src/test/interop");

    private Peer() {}

    static SimulatorModel model() throws IOException {
        return SimulatorModel.parse(Files.readString(FOLDER.resolve("peers.yaml")));
    }
}
