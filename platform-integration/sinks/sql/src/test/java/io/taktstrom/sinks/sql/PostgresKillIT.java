package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that is killed in the midst of units, with its commits on disk. */
class PostgresKillIT {

    private static final int KILLS = 3;

    /** Publishes units of ten numbers that count on, each until it is acknowledged. */
    private static void publish(SinkInlet inlet, AtomicLong acknowledged, AtomicLong wanted) {
        PlantPoints points = new PlantPoints(PlantPoints.point("p", ScalarType.LINT));
        int attempt = 1;
        while (acknowledged.get() < wanted.get()) {
            long next = acknowledged.get();
            Object[] values = new Object[10];
            for (int i = 0; i < values.length; i++) {
                values[i] = next + i;
            }
            try {
                inlet.publish(points.samples(next, values), new TestUnit(1 + next / 10, attempt).deliver(10, true));
                acknowledged.set(next + 10);
                attempt = 1;
            } catch (IOException e) {
                attempt++;
            }
        }
    }

    @Test
    void whatWasAcknowledgedIsThereOnceAfterTheServerWasKilledAndCameBack() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        AtomicLong acknowledged = new AtomicLong();
        AtomicLong wanted = new AtomicLong(Long.MAX_VALUE);
        ExecutorService publisher = Executors.newSingleThreadExecutor();
        try (PostgresServer server = PostgresServer.start(true);
                Database database = new Database(server)) {
            PostgresProvider provider = new PostgresProvider();
            try (Sink sink =
                    provider.open(provider.descriptor().values("db", database.options()), SinkContext.standard("db"))) {
                SinkInlet inlet = sink.inlet("all", List.of());
                Future<?> publishing = publisher.submit(() -> publish(inlet, acknowledged, wanted));
                for (int kill = 0; kill < KILLS; kill++) {
                    long before = acknowledged.get();
                    int more = 10 * (1 + random.nextInt(50));
                    Awaitility.await().until(() -> publishing.isDone() || acknowledged.get() >= before + more);
                    server.kill();
                    long then = acknowledged.get();
                    server.restart();
                    assertThat(Long.parseLong(database.query("SELECT count(*) FROM samples")))
                            .as("acknowledged before the server was killed, seed %d", seed)
                            .isGreaterThanOrEqualTo(then);
                }
                wanted.set(acknowledged.get() + 100);
                publishing.get();
                assertThat(
                                database.query(
                                        "SELECT count(*), count(DISTINCT value_int), min(value_int), max(value_int) FROM samples"))
                        .as("seed %d", seed)
                        .isEqualTo("%1$d|%1$d|0|%2$d".formatted(acknowledged.get(), acknowledged.get() - 1));
            }
        } finally {
            publisher.shutdownNow();
        }
    }
}
