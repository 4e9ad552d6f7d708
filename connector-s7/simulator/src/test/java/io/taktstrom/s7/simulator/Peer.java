package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.s7.simulator.model.S7Model;

/** Values that each third-party client reads. */
final class Peer {

    static final Path FOLDER = Path.of("src/test/interop");

    private Peer() {}

    static S7Model model() throws IOException {
        return S7Model.parse(Files.readString(FOLDER.resolve("peers.yaml")));
    }
}
