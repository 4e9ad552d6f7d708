package io.taktstrom.sinks.influx;

import java.io.IOException;

import io.taktstrom.testkit.InfluxServer;
import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on InfluxDB 1.x behind a proxy. */
@SuppressWarnings("NullAway.Init") // set before all tests
class InfluxContractIT extends SinkContract {

    private static InfluxServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = InfluxServer.start(false);
    }

    @AfterAll
    static void endServer() throws IOException {
        server.close();
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new Influx(server);
    }
}
