package io.taktstrom.benchmarks.gather;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.benchmarks.worker.ServerLoop;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;

/** The three simulators in a process of their own. Prints {@code ready URI URI URI}, ends with its input. */
final class GatherServer {

    /** Of each device; one more of the first makes a thousand. */
    static final int POINTS = 333;

    private GatherServer() {}

    public static void main(String[] args) throws IOException {
        try (AdsSimulator plc =
                        AdsSimulator.builder().model(AdsModel.dints(POINTS + 1)).start();
                S7Simulator cpu = S7Simulator.builder()
                        .model(io.taktstrom.s7.simulator.model.S7Model.parse(
                                "blocks: {DB1: {bytes: " + 4 * POINTS + "}}\n"))
                        .start();
                OpcUaSimulator server = OpcUaSimulator.builder()
                        .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse(
                                "points:\n  load.v: {type: Int32, count: " + POINTS + ", waveform: counter}\n"))
                        .start()) {
            ServerLoop.serve(plc.endpointUri() + " " + cpu.endpointUri() + " " + server.endpointUri());
        }
    }

    /** The points of one of them, by its place in the list of URIs. */
    static List<DataPoint> points(int device) {
        return IntStream.range(0, device == 0 ? POINTS + 1 : POINTS)
                .mapToObj(i -> switch (device) {
                    case 0 -> "MAIN.v" + i;
                    case 1 -> "DB1.DBD" + 4 * i + ":DINT";
                    default -> "nsu=urn:taktstrom:simulator;s=load.v" + i;
                })
                .map(DataPoint::of)
                .toList();
    }
}
