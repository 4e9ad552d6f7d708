package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.sink.SinkCuts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections that are cut at random moments: {@code ./takt test cuts ROUNDS SEED} does it for longer. */
class AmqpCutsIT {

    @RegisterExtension
    static final OnceForAll<AmqpBench> BENCH = AmqpBench.shared();

    @Test
    void aSampleThatIsPublishedReachesTheBroker() throws IOException {
        SinkCuts.play("AMQP", () -> new AmqpQueue(BENCH.get()));
    }
}
