package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** The contract, on a real broker behind a proxy. */
class KafkaSinkIT extends SinkContract {

    private static @Nullable KafkaBench bench;

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        KafkaBench current = bench;
        if (current == null) {
            current = new KafkaBench();
            bench = current;
        }
        return new KafkaTopic(current, Map.of());
    }

    @AfterAll
    static void end() throws IOException {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }
}
