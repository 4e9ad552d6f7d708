package io.taktstrom.sinks.http;

import java.io.IOException;

import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;

/** The contract, on a third-party server; only its answers are ours. */
class HttpContractIT extends SinkContract {

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new Receiver();
    }
}
