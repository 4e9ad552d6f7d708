package io.taktstrom.sinks.influx;

import java.io.IOException;

import io.taktstrom.testkit.peer.InfluxServer;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on InfluxDB 1.x behind a proxy. */
@SuppressWarnings("NullAway.Init") // set before all tests
class InfluxContractIT extends SinkContract {

    @AutoClose
    private static InfluxServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = InfluxServer.start(false);
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new Influx(server);
    }
}
