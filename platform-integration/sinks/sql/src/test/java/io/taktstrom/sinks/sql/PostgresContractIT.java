package io.taktstrom.sinks.sql;

import java.io.IOException;

import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.peer.PostgresServer;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, on PostgreSQL behind a proxy. */
class PostgresContractIT extends SinkContract {

    @RegisterExtension
    static final OnceForAll<PostgresServer> SERVER = Database.shared();

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new Database(SERVER.get());
    }
}
