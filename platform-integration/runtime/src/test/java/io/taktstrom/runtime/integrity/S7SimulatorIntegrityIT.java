package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.HeldPort;

/** Polls of a CPU: in order, none old after a newer one, each accounted for. */
class S7SimulatorIntegrityIT extends IntegrityRun {

    @Override
    CountingDevice device() throws IOException {
        return new Device();
    }

    private static final class Device implements CountingDevice {

        private static final String COUNTER = "DB1.DBD0:DINT";

        private final ConnectorProvider provider = Connectors.provider("s7");
        private final HeldPort port = new HeldPort();
        private final S7Simulator cpu = S7Simulator.builder()
                .model(S7Model.parse("blocks:\n  DB1: {bytes: 8}\n"))
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
            return cpu.address();
        }

        @Override
        public Endpoint endpointThrough(InetSocketAddress proxy) {
            Endpoint direct = provider.descriptor().parse(cpu.endpointUri() + "&requestTimeout=2s&connectTimeout=2s");
            return provider.descriptor().endpoint(proxy.getHostString(), proxy.getPort(), direct.options());
        }

        @Override
        public DataPoint counter() {
            return DataPoint.of(COUNTER);
        }

        @Override
        public ScanClass scan() {
            return new ScanClass("polled", ScanClass.Mode.POLL, Duration.ofMillis(2), Duration.ZERO);
        }

        @Override
        public Promise promise() {
            return Promise.POLLS;
        }

        @Override
        public void step() {
            cpu.set(COUNTER, ++counted);
        }

        @Override
        public void restart() throws IOException {
            cpu.powerOff();
            cpu.powerOn();
        }

        @Override
        public void close() throws IOException {
            cpu.close();
            port.close();
        }
    }
}
