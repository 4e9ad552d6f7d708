package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.junit.jupiter.api.io.TempDir;

/** The contract, on a client that subscribes to each variable before it has a value. */
class ServerContractIT extends SinkContract {

    @TempDir
    private Path folder;

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new SubscribedClient(folder);
    }
}
