package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** The contract, on a real broker behind a proxy. */
class AmqpSinkIT extends SinkContract {

    private static @Nullable AmqpBench bench;

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        AmqpBench current = bench;
        if (current == null) {
            current = new AmqpBench();
            bench = current;
        }
        return new AmqpQueue(current);
    }

    @AfterAll
    static void end() throws IOException {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }
}
