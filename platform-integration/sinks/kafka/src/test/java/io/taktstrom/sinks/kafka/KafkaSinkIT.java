package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, on a real broker behind a proxy. */
class KafkaSinkIT extends SinkContract {

    @RegisterExtension
    static final OnceForAll<KafkaBench> BENCH = KafkaBench.shared();

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new KafkaTopic(BENCH.get(), Map.of());
    }
}
