package io.taktstrom.runtime.integrity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Assumptions;

/** An OPC UA server that knows nothing of us, in a process of its own: those of the tests of the connector. */
final class ForeignServer implements CountingDevice {

    private static final Path INTEROP = Path.of("..", "..", "connector-opcua", "client", "src", "test", "interop");

    private final ConnectorProvider provider = Connectors.provider("opc.tcp");
    private final Process process;
    private final BufferedReader out;
    private final Writer in;
    private final int port;
    private long counted;

    /**
     * Ends the test as skipped where there is no interpreter; where TAKT_INTEROP is 1, that is a failure.
     *
     * @param variable of the environment, which names the interpreter
     * @param script relative to the peers of the connector's tests
     */
    ForeignServer(String variable, String script) throws IOException {
        String interpreter = System.getenv(variable);
        String missing = variable + " names no interpreter for " + script + "; './takt test' makes one";
        if (interpreter == null && "1".equals(System.getenv("TAKT_INTEROP"))) {
            throw new AssertionError(missing);
        }
        Assumptions.assumeTrue(interpreter != null, missing);
        process = new ProcessBuilder(interpreter, INTEROP.resolve(script).toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = process.outputWriter(StandardCharsets.UTF_8);
        port = Integer.parseInt(answer("start"));
        tell("set counter 0");
    }

    private String tell(String order) throws IOException {
        in.write(order + "\n");
        in.flush();
        return answer(order);
    }

    private String answer(String order) throws IOException {
        String line = out.readLine();
        if (line == null || !line.startsWith("ok ")) {
            throw new AssertionError("the server on '" + order + "': " + line);
        }
        return line.substring(3);
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
    public void close() throws IOException {
        in.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
