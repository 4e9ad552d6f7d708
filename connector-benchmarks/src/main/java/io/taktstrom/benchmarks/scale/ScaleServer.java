package io.taktstrom.benchmarks.scale;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.worker.ServerLoop;
import io.taktstrom.simulation.Simulator;

/** The devices, in a process of their own: WAY CONNECTIONS POINTS. Prints {@code ready URI URI ...}, ends with its input. */
final class ScaleServer {

    private ScaleServer() {}

    public static void main(String[] args) throws IOException {
        List<Simulator> devices = new ArrayList<>();
        List<String> uris = Way.of(args[0]).serve(Integer.parseInt(args[1]), Integer.parseInt(args[2]), devices);
        ServerLoop.serve(String.join(" ", uris));
        // Closing a thousand of them takes too long.
        Runtime.getRuntime().halt(0);
    }
}
