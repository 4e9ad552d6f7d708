package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.HeldPort;

/** A simulated PLC, the program of which counts by itself. */
final class AdsPlc implements CountingDevice {

    static final Duration CYCLE = Duration.ofMillis(2);

    private final ConnectorProvider provider = Connectors.provider("ads");
    private final HeldPort port = new HeldPort();
    private final AdsModel model;
    private final DataPoint counter;
    private final ScanClass scan;
    private final Promise promise;
    private AdsSimulator plc;

    AdsPlc(String model, DataPoint counter, ScanClass scan, Promise promise) throws IOException {
        this.model = AdsModel.parse(model);
        this.counter = counter;
        this.scan = scan;
        this.promise = promise;
        plc = start();
    }

    private AdsSimulator start() throws IOException {
        return AdsSimulator.builder().model(model).bindPort(port.number()).start();
    }

    @Override
    public ConnectorProvider provider() {
        return provider;
    }

    @Override
    public InetSocketAddress address() {
        return plc.address();
    }

    @Override
    public Endpoint endpointThrough(InetSocketAddress proxy) {
        String ofPlc = plc.endpointUri();
        String options = "requestTimeout=2s&connectTimeout=2s";
        Endpoint direct = provider.descriptor().parse(ofPlc + (ofPlc.contains("?") ? "&" : "?") + options);
        return provider.descriptor().endpoint(proxy.getHostString(), proxy.getPort(), direct.options());
    }

    @Override
    public DataPoint counter() {
        return counter;
    }

    @Override
    public ScanClass scan() {
        return scan;
    }

    @Override
    public Promise promise() {
        return promise;
    }

    @Override
    public void step() {
        // It counts by itself.
    }

    @Override
    public void restart() throws IOException {
        plc.close();
        plc = start();
    }

    @Override
    public void close() throws IOException {
        plc.close();
        port.close();
    }
}
