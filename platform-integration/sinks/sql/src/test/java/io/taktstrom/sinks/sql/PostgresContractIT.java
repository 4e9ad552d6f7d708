package io.taktstrom.sinks.sql;

import java.io.IOException;

import io.taktstrom.testkit.PostgresServer;
import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on PostgreSQL behind a proxy. */
@SuppressWarnings("NullAway.Init") // set before all tests
class PostgresContractIT extends SinkContract {

    @AutoClose
    private static PostgresServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = PostgresServer.start();
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new Database(server);
    }
}
