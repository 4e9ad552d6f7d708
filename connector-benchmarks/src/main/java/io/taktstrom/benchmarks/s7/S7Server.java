package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.net.InetAddress;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.worker.ServerLoop;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;

/**
 * The CPU that all contenders talk to, in a process of its own: PDU of 960, eight requests at once, 20 variables in one, as
 * CPUs have it. Takes HOST PORT, prints {@code ready URI}, ends with its input.
 */
final class S7Server {

    /** Most variables in one request. */
    static final int MAX_ITEMS = 20;

    static final int PDU_BYTES = 960;
    static final int JOBS = 8;

    private S7Server() {}

    public static void main(String[] args) throws IOException {
        S7Simulator cpu = S7Simulator.builder()
                .bindAddress(InetAddress.getByName(args[0]))
                .bindPort(Integer.parseInt(args[1]))
                .model(S7Model.parse("""
                        limits: {pduBytes: %d, jobs: %d, items: %d}
                        blocks: {DB%d: {bytes: %d}}
                        """.formatted(PDU_BYTES, JOBS, MAX_ITEMS, S7Case.DB, S7Case.DB_BYTES)))
                .start();
        try (cpu) {
            int count = S7Case.DB_BYTES / Integer.BYTES;
            cpu.set(
                    "DB" + S7Case.DB + ".DBD0:DINT[" + count + "]",
                    IntStream.range(0, count).mapToObj(i -> i * Integer.BYTES).toList());
            ServerLoop.serve(cpu.endpointUri());
        }
    }
}
