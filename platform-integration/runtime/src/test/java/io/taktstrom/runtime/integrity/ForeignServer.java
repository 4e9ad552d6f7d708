package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.peer.PeerProcess;

/** An OPC UA server that knows nothing of us, in a process of its own: those of the tests of the connector. */
final class ForeignServer implements CountingDevice {

    private static final Path INTEROP = Path.of("..", "..", "connector-opcua", "interop", "src", "test", "interop");

    private final ConnectorProvider provider = Connectors.provider("opc.tcp");
    private final PeerProcess process;
    private final int port;
    private long counted;

    /**
     * Ends the test as skipped where there is no interpreter; where TAKT_INTEROP is 1, that is a failure.
     *
     * @param variable of the environment, which names the interpreter
     * @param script relative to the peers of the connector's tests
     */
    ForeignServer(String variable, String script) throws IOException {
        process = PeerProcess.start(variable, "what runs " + script, INTEROP.resolve(script));
        port = Integer.parseInt(process.line("ok "));
        tell("set counter 0");
    }

    private void tell(String order) throws IOException {
        process.tell(order, "ok ");
    }

    @Override
    public ConnectorProvider provider() {
        return provider;
    }

    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public Endpoint endpointThrough(InetSocketAddress proxy) {
        String uri = "opc.tcp://127.0.0.1:" + proxy.getPort() + "?" + OpcUaSimulatorIntegrityIT.BRIDGING;
        return provider.descriptor().parse(uri);
    }

    @Override
    public DataPoint counter() {
        return DataPoint.of("counter", "nsu=urn:taktstrom:test;s=counter");
    }

    @Override
    public Promise promise() {
        return Promise.BRIDGES;
    }

    @Override
    public void step() throws IOException {
        counted++;
        tell("count " + counted + " " + counted);
    }

    @Override
    public void restart() throws IOException {
        tell("stop");
        tell("start");
        tell("set counter " + counted);
    }

    @Override
    public void close() {
        process.close();
    }
}
