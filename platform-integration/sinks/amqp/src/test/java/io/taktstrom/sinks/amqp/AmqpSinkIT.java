package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, on a real broker behind a proxy. */
class AmqpSinkIT extends SinkContract {

    @RegisterExtension
    static final OnceForAll<AmqpBench> BENCH = AmqpBench.shared();

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new AmqpQueue(BENCH.get());
    }
}
