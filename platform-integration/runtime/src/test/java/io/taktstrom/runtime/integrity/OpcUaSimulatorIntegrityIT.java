package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.net.InetSocketAddress;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.HeldPort;

class OpcUaSimulatorIntegrityIT extends IntegrityRun {

    /** Options of an OPC UA endpoint with which outages are bridged and given up soon. */
    static final String BRIDGING = "security=none&queueSize=10000&bridgeOutage=1m&requestTimeout=2s&connectTimeout=2s";

    @Override
    CountingDevice device() throws IOException {
        return new Device();
    }

    private static final class Device implements CountingDevice {

        private final ConnectorProvider provider = Connectors.provider("opc.tcp");
        private final HeldPort port = new HeldPort();
        private final OpcUaSimulator server = OpcUaSimulator.builder()
                .model(OpcUaModel.parse("points:\n  counter: Int64\n"))
                .bindPort(port.number())
                .start();
        private long counted;

        private Device() throws IOException {}

        @Override
        public ConnectorProvider provider() {
            return provider;
        }

        @Override
        public InetSocketAddress address() {
            return server.address();
        }

        @Override
        public Endpoint endpointThrough(InetSocketAddress proxy) {
            String uri = server.endpointUri();
            Endpoint direct = provider.descriptor().parse(uri.substring(0, uri.indexOf('?')) + "?" + BRIDGING);
            return provider.descriptor().endpoint(proxy.getHostString(), proxy.getPort(), direct.options());
        }

        @Override
        public DataPoint counter() {
            return DataPoint.of("counter", server.nodeId("counter"));
        }

        @Override
        public Promise promise() {
            return Promise.BRIDGES;
        }

        @Override
        public void step() {
            server.set("counter", ++counted);
        }

        @Override
        public void restart() throws IOException {
            server.powerOff();
            server.powerOn();
        }

        @Override
        public void close() throws IOException {
            server.close();
            port.close();
        }
    }
}
