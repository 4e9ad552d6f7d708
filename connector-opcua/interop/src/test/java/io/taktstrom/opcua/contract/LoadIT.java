package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.simulator.OpcUaCounter;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** 10,000 items that all change in each cycle. */
@Timeout(180)
class LoadIT {

    private static final int ITEMS = 10_000;
    private static final int CYCLES = 20;

    @Test
    void noCycleOfTenThousandCountersIsMissing() throws IOException {
        long[] last = new long[ITEMS];
        long[] received = new long[ITEMS];
        AtomicLong gaps = new AtomicLong();
        AtomicLong total = new AtomicLong();
        try (OpcUaSimulator server =
                        OpcUaSimulator.builder().model(OpcUaModel.load()).start();
                Connection connection = Connectors.connect(server.endpointUri() + "&queueSize=100")) {
            List<DataPoint> points = IntStream.range(0, ITEMS)
                    .mapToObj(i -> DataPoint.of(server.nodeId("load.v" + i)))
                    .toList();
            PointGroup group = connection.resolve(points);
            long missedBefore = server.count(OpcUaCounter.MISSED_CYCLES);
            connection.subscribe(group, SubscriptionSettings.onChange(Duration.ofMillis(100)), batch -> {
                for (int i = 0; i < batch.size(); i++) {
                    int point = batch.pointAt(i);
                    long value = batch.longAt(i);
                    // The first value is told at once, perhaps before the cycle that comes next: it counts like the
                    // others.
                    if (received[point]++ > 0 && value != last[point] + 1) {
                        gaps.incrementAndGet();
                    }
                    last[point] = value;
                    if (batch.statusAt(i) != StatusCode.GOOD) {
                        gaps.incrementAndGet();
                    }
                }
                total.addAndGet(batch.size());
            });
            await().atMost(Duration.ofMinutes(2)).until(() -> total.get() >= (long) CYCLES * ITEMS);
            // A machine that is too slow for the rate skips whole cycles, and says so: those are the only gaps there
            // may be.
            long missed = server.count(OpcUaCounter.MISSED_CYCLES) - missedBefore;
            assertThat(gaps.get()).isLessThanOrEqualTo(missed * ITEMS);
        }
    }
}
