package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.ads.simulator.AdsSimulator;

/** Deployment files for tests. */
final class DeploymentText {

    /** One stream, which takes all points to the file {@code out.jsonl}. */
    static final String ALL_TO_LINES = """
            streams:
              - {id: all, from: "**", to: [lines]}
            sinks:
              lines: {type: jsonl, path: out.jsonl}
            """;

    /** One stream, which takes all points to the console. */
    static final String ALL_TO_CONSOLE = """
            streams:
              - {id: all, from: "**", to: [console]}
            sinks:
              console: {type: console}
            """;

    private DeploymentText() {}

    /** A file with one connection {@code plc}, scan classes {@code poll} and {@code push}, and the given rest. */
    static Path write(Path directory, AdsSimulator plc, String rest) throws IOException {
        return write(directory, plc.port(), rest);
    }

    static Path write(Path directory, int port, String rest) throws IOException {
        String head = """
                connections:
                  plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1, connectTimeout: 1s}
                scanClasses:
                  poll: {mode: poll, every: 20ms}
                  push: {mode: notify, cycle: 10ms}
                """.formatted(port);
        return Files.writeString(directory.resolve("plant.yaml"), head + rest);
    }
}
