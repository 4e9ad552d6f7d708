package io.taktstrom.s7;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What is on its way to a CPU at the same time, and over how many connections. */
@Timeout(120)
class LinkJobsIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void asManyRequestsAreOnTheirWayAsTheCpuGrantsAndNeverMore() throws Exception {
        for (int jobs : new int[] {1, 3}) {
            List<ScriptedCpu.Request> held = new ArrayList<>();
            AtomicInteger most = new AtomicInteger();
            // Answers only when nothing more can come, in reverse order: so it sees all that is on its way at once.
            try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                                held.add(request);
                                most.accumulateAndGet(held.size(), Math::max);
                                if (held.size() == jobs) {
                                    for (int i = held.size() - 1; i >= 0; i--) {
                                        wire.send(held.get(i).answer());
                                    }
                                    held.clear();
                                }
                            })
                            .granting(jobs, 240);
                    Connection connection = cpu.connect("maxItems=1&maxInFlight=8")) {
                PointGroup group = connection.resolve(Scattered.points(12));
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                Scattered.assertGood(batch);
                assertThat(most).hasValue(jobs);
            }
        }
    }

    @Test
    void manyThreadsTogetherKeepToWhatTheCpuGrants() throws Exception {
        AtomicInteger onTheirWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> {
                            most.accumulateAndGet(onTheirWay.incrementAndGet(), Math::max);
                            CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)
                                    .execute(() -> {
                                        onTheirWay.decrementAndGet();
                                        try {
                                            wire.send(request.answer());
                                        } catch (IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    });
                        })
                        .granting(2, 240);
                Connection connection = cpu.connect("maxItems=1")) {
            List<CompletableFuture<Integer>> readers = new ArrayList<>();
            for (int reader = 0; reader < 5; reader++) {
                PointGroup group = connection.resolve(Scattered.points(reader == 0 ? 40 : 1));
                readers.add(CompletableFuture.supplyAsync(() -> readMany(connection, group), task -> {
                    Thread thread = new Thread(task, "reader");
                    thread.setDaemon(true);
                    thread.start();
                }));
            }
            for (CompletableFuture<Integer> reader : readers) {
                assertThat(reader.get(100, TimeUnit.SECONDS)).isEqualTo(20);
            }
            assertThat(most.get()).isLessThanOrEqualTo(2);
            assertThat(cpu.connections()).isEqualTo(1);
        }
    }

    private static int readMany(Connection connection, PointGroup group) {
        try {
            SampleBatch batch = group.newBatch();
            int rounds = 0;
            for (; rounds < 20; rounds++) {
                connection.read(group, batch);
                Scattered.assertGood(batch);
            }
            return rounds;
        } catch (ConnectorException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void connectionsToTheSameCpuShareOneLinkAndTheLastOneClosesIt() throws Exception {
        try (ScriptedCpu cpu = new ScriptedCpu((request, wire) -> wire.send(request.answer()))) {
            Connection one = cpu.connect("");
            Connection two = cpu.connect("");
            PointGroup group = two.resolve(Scattered.points(1));
            assertThat(cpu.connections()).isEqualTo(1);
            one.close();
            two.read(group, group.newBatch());
            try (Connection other = cpu.connect("slot=2")) {
                assertThat(cpu.connections()).isEqualTo(2);
                assertThat(other.closed().toCompletableFuture()).isNotDone();
            }
            two.close();
            Awaitility.await()
                    .atMost(LIMIT)
                    .untilAsserted(() -> assertThat(cpu.connections()).isZero());
        }
    }
}
