package io.taktstrom.runtime.reload;

import java.io.IOException;

import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;

/** Polls of a CPU: in order, and each read comes once. */
class S7ReloadIT extends ReloadRun {

    @Override
    ReloadedDevice device() throws IOException {
        StringBuilder points = new StringBuilder("cycle: 2ms\nblocks:\n  DB1: {bytes: 40}\npoints:\n");
        for (int i = 0; i < 10; i++) {
            points.append("  c%d: {address: \"DB1.DBD%d:UDINT\", waveform: counter}%n".formatted(i, 4 * i));
        }
        return new Device(S7Simulator.builder()
                .model(S7Model.parse(points.toString()))
                .bindPort(0)
                .start());
    }

    private record Device(S7Simulator cpu) implements ReloadedDevice {

        @Override
        public String connection() {
            return "type: s7, host: 127.0.0.1, port: " + cpu.address().getPort() + ", rack: 0, slot: 1";
        }

        @Override
        public String address(int variable) {
            return "DB1.DBD" + 4 * variable + ":UDINT";
        }

        @Override
        public String scanClass(boolean other) {
            return other ? "mode: poll, every: 4ms" : "mode: poll, every: 2ms";
        }

        @Override
        public boolean sendsEach() {
            return false;
        }

        @Override
        public void close() {
            cpu.close();
        }
    }
}
