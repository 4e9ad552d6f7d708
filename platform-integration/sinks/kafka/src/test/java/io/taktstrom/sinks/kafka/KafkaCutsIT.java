package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.sink.SinkCuts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections that are cut at random moments: {@code ./takt test cuts ROUNDS SEED} does it for longer. */
class KafkaCutsIT {

    @RegisterExtension
    static final OnceForAll<KafkaBench> BENCH = KafkaBench.shared();

    @Test
    void aSampleThatIsPublishedReachesTheBroker() throws IOException {
        SinkCuts.play("Kafka", () -> new KafkaTopic(BENCH.get(), Map.of()));
    }
}
