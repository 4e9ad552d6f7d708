package io.taktstrom.runtime.reload;

import java.io.IOException;

import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;

/** Changes that a server keeps in queues until it publishes them. */
class OpcUaReloadIT extends ReloadRun {

    @Override
    ReloadedDevice device() throws IOException {
        return new Device(OpcUaSimulator.builder()
                .model(OpcUaModel.parse("points:\n  c: {type: Int64, count: 10, waveform: counter, cycle: 10ms}\n"))
                .bindPort(0)
                .start());
    }

    private record Device(OpcUaSimulator server) implements ReloadedDevice {

        @Override
        public String connection() {
            return "type: opc.tcp, host: 127.0.0.1, port: " + server.address().getPort()
                    + ", security: none, queueSize: 10000";
        }

        @Override
        public String address(int variable) {
            return server.nodeId("c" + variable);
        }

        @Override
        public String scanClass(boolean other) {
            return other ? "mode: notify, cycle: 10ms, maxDelay: 100ms" : "mode: notify, cycle: 10ms, maxDelay: 200ms";
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
