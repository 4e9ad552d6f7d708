package io.taktstrom.connect.source;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.connect.CountingPlc;
import io.taktstrom.data.DropReason;
import io.taktstrom.stream.Accounting;
import io.taktstrom.testkit.HeldPort;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SourceTaskIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String RING = "{capacity: 65536}";

    private static Accounting accounting(TaskBench bench) {
        return Objects.requireNonNull(bench.task().accounting().get("all.connect"));
    }

    private static TaskBench bench(AdsSimulator plc, FakeOffsets offsets) {
        return new TaskBench(CountingPlc.deployment(RING, plc), offsets);
    }

    @Test
    void aSampleIsARecordWithSchemaKeyHeadersAndOffset() throws Exception {
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench bench = bench(plc, new FakeOffsets())) {
            SourceRecord record = bench.publishUntil(10).stream()
                    .filter(each -> TaskBench.value(each).get("value") != null)
                    .findFirst()
                    .orElseThrow();
            assertThat(record.topic()).isEqualTo("machine.press0");
            assertThat(record.key()).isEqualTo("press0.counter");
            assertThat(record.valueSchema().name()).isEqualTo("io.taktstrom.sample.UDINT");
            assertThat(record.valueSchema().field("value").schema()).isEqualTo(Schema.OPTIONAL_INT64_SCHEMA);
            assertThat(TaskBench.value(record).getString("point")).isEqualTo("press0.counter");
            assertThat(TaskBench.value(record).getString("status"))
                    .as("another task may have run before")
                    .isEqualTo("Good+Overflow");
            assertThat(TaskBench.value(record).getInt64("sourceTime")).isPositive();
            assertThat(record.timestamp()).isEqualTo(TaskBench.value(record).getInt64("receivedAt") / 1_000_000);
            assertThat(record.headers())
                    .extracting(header -> header.key() + "=" + header.value())
                    .containsExactly(
                            "connection=press0",
                            "stream=all",
                            "run=" + TaskBench.run(record),
                            "type=UDINT",
                            "unit=mm",
                            "sequence=" + TaskBench.sequence(record),
                            "mayBeRepeated=true");
            assertThat(record.headers().lastWithName("sequence").schema()).isEqualTo(Schema.INT64_SCHEMA);
            assertThat(record.headers().lastWithName("mayBeRepeated").schema()).isEqualTo(Schema.BOOLEAN_SCHEMA);
            assertThat(record.sourcePartition()).isEqualTo(Map.of("series", "press0/all"));
            assertThat(record.sourceOffset())
                    .isEqualTo(Map.of("sequence", TaskBench.sequence(record), "run", TaskBench.run(record)));
        }
    }

    @Test
    void computedPointsAreRecordsToo() throws Exception {
        String computed = "points:\n  - {id: line.twice, compute: \"press0.counter * 2\"}\n";
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench bench = new TaskBench(
                        CountingPlc.deployment(RING, plc).replace("points:\n", computed), new FakeOffsets())) {
            Set<String> points = new HashSet<>();
            await().atMost(LIMIT).untilAsserted(() -> {
                bench.publish(record -> true)
                        .forEach(record -> points.add(TaskBench.value(record).getString("point")));
                assertThat(points).containsExactlyInAnyOrder("press0.counter", "line.twice");
            });
        }
    }

    @Test
    void aUnitIsPublishedOnceEachOfItsRecordsIsAcknowledged() throws Exception {
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench bench = bench(plc, new FakeOffsets())) {
            List<SourceRecord> records = null;
            while (records == null) {
                records = bench.task().poll();
            }
            await().atMost(LIMIT).until(() -> accounting(bench).buffered() > 100);
            assertThat(accounting(bench).published()).isZero();
            assertThat(bench.task().poll()).as("one unit at a time").isNull();
            for (SourceRecord record : records) {
                assertThat(accounting(bench).published()).isZero();
                bench.task().commitRecord(record, TaskBench.PUBLISHED);
                bench.task().commitRecord(record, TaskBench.PUBLISHED);
            }
            int first = records.size();
            await().atMost(LIMIT).until(() -> accounting(bench).published() == first);
            bench.publishUntil(200);
            bench.task().stop();
            assertThat(accounting(bench).isBalanced()).isTrue();
            assertThat(accounting(bench).buffered()).isZero();
            assertThat(accounting(bench).published()).isGreaterThanOrEqualTo(200 + first);
        }
    }

    @Test
    void whatNobodyPollsFillsTheRingAndAGapInTheNumbersCountsWhatItDropped() throws Exception {
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench bench = new TaskBench(CountingPlc.deployment("{capacity: 64}", plc), new FakeOffsets())) {
            bench.publishUntil(20);
            await().atMost(LIMIT).until(() -> accounting(bench).dropped(DropReason.OVERFLOW_OLDEST) > 200);
            List<SourceRecord> published = bench.publishUntil(600);
            long missing = 0;
            boolean marked = false;
            for (int i = 1; i < published.size(); i++) {
                long step = TaskBench.sequence(published.get(i)) - TaskBench.sequence(published.get(i - 1));
                missing += step - 1;
                marked |= step > 1
                        && TaskBench.value(published.get(i)).getString("status").equals("Good+Overflow");
            }
            assertThat(marked).isTrue();
            assertThat(missing).isEqualTo(accounting(bench).dropped(DropReason.OVERFLOW_OLDEST));
        }
    }

    @Test
    void theNextTaskGoesOnCountingAndMarksWhereItBegins() throws Exception {
        FakeOffsets offsets = new FakeOffsets();
        try (AdsSimulator plc = CountingPlc.start()) {
            long last;
            long run;
            try (TaskBench first = bench(plc, offsets)) {
                List<SourceRecord> published = first.publishUntil(50);
                assertThat(TaskBench.sequence(published.get(0))).isZero();
                last = TaskBench.sequence(published.get(published.size() - 1));
                run = TaskBench.run(published.get(0));
            }
            try (TaskBench second = bench(plc, offsets)) {
                List<SourceRecord> published = second.publishUntil(50);
                assertThat(TaskBench.sequence(published.get(0))).isEqualTo(last + 1);
                assertThat(TaskBench.run(published.get(0))).isGreaterThan(run);
                List<SourceRecord> good = published.stream()
                        .filter(record -> TaskBench.value(record).get("value") != null)
                        .toList();
                assertThat(TaskBench.marks(good.subList(0, 1))).containsExactly("press0.counter");
                assertThat(TaskBench.marks(good.subList(1, good.size()))).isEmpty();
            }
        }
    }

    @Test
    void whatTheDevicesRingStillHoldsIsPublishedByTheNextTaskAndWhatMayBeThereTwiceSaysSo() throws Exception {
        FakeOffsets offsets = new FakeOffsets();
        try (AdsSimulator plc = CountingPlc.start()) {
            String deployment = CountingPlc.deploymentWithRings(RING, plc);
            Set<Long> before;
            try (TaskBench first = new TaskBench(deployment, offsets)) {
                before = ring(first.publishUntil(200));
            }
            long last = Collections.max(before);
            // No poll for a while.
            await().atMost(LIMIT).until(() -> plc.cycle() > last + 100);
            try (TaskBench second = new TaskBench(deployment, offsets)) {
                long end = plc.cycle() + 100;
                List<SourceRecord> published = second.publishUntil(1);
                while (ring(published).stream().noneMatch(number -> number > end)) {
                    second.publish(record -> true);
                }
                Set<Long> after = ring(published);
                assertThat(after).as("none is missing").contains(last + 1);
                assertThat(after)
                        .hasSize((int) (Collections.max(after) - Collections.min(after) + 1))
                        .containsAll(before);
                assertThat(published).allSatisfy(record -> {
                    boolean isBefore =
                            TaskBench.value(record).getString("point").equals("press0.ring")
                                    && TaskBench.value(record).get("value") instanceof Long number
                                    && before.contains(number);
                    assertThat(!isBefore || record.headers().lastWithName("mayBeRepeated") != null)
                            .as("%s", record.value())
                            .isTrue();
                });
            }
        }
    }

    /** The numbers of the samples of the device's ring. */
    private static Set<Long> ring(List<SourceRecord> records) {
        return records.stream()
                .map(TaskBench::value)
                .filter(value -> value.getString("point").equals("press0.ring") && value.get("value") != null)
                .map(value -> value.getInt64("value"))
                .collect(Collectors.toSet());
    }

    @Test
    void whatConnectLeavesOutIsCountedAsRefusedAndMarked() throws Exception {
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench bench = bench(plc, new FakeOffsets())) {
            bench.publishUntil(20);
            AtomicBoolean left = new AtomicBoolean();
            while (!left.get()) {
                bench.publish(record -> !left.compareAndSet(false, true));
            }
            int before = bench.publishUntil(1).size();
            List<SourceRecord> published = bench.publishUntil(before + 200);
            await().atMost(LIMIT).until(() -> accounting(bench).dropped(DropReason.REFUSED) == 1);
            assertThat(TaskBench.marks(published.subList(before, published.size())))
                    .containsExactly("press0.counter");
        }
    }

    @Test
    void aLaterTaskOfTheSameConnectorOnThisWorkerEndsTheFormer() throws Exception {
        FakeOffsets offsets = new FakeOffsets();
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench former = bench(plc, offsets)) {
            former.publishUntil(10);
            try (TaskBench later = bench(plc, offsets)) {
                assertThatThrownBy(() -> former.task().poll())
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining("connection press0 of connector press-line was given to another task");
                later.publishUntil(10);
                await().atMost(LIMIT).until(() -> plc.openConnections() == 1);
            }
        }
    }

    @Test
    void aTaskThatSeesALaterRunInTheOffsetsEnds() throws Exception {
        FakeOffsets offsets = new FakeOffsets();
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench zombie = bench(plc, offsets)) {
            SourceRecord record = zombie.publishUntil(10).get(0);
            zombie.task().look();
            zombie.publishUntil(20);
            offsets.store(
                    Map.of("series", "press0/all"), Map.of("sequence", 900L, "run", TaskBench.run(record) + 60_000));
            zombie.task().look();
            assertThatThrownBy(() -> zombie.task().poll())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("connection press0 is published by a task that was started at")
                    .hasMessageContaining("no device is polled by two tasks");
            await().atMost(LIMIT).until(() -> plc.openConnections() == 0);
        }
    }

    @Test
    void aTaskNeverHoldsUpItsPollingToLookForALaterOne() throws Exception {
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench bench = bench(plc, new FakeOffsets())) {
            bench.publishUntil(1);
            assertThat(bench.task().mayLook()).as("exactly once: one thread").isFalse();
            assertThat(CompletableFuture.supplyAsync(bench.task()::mayLook).get())
                    .as("at least once: a thread that commits")
                    .isTrue();
        }
    }

    /** Something that a worker shows of a task. */
    public interface Shown {
        String getStatus();
    }

    /** A worker that is cut off: its thread may wait for brokers, and so never come to stop the task. */
    @Test
    void aTaskThatConnectHasGivenUpEndsItsSessionsWithoutBeingStopped() throws Exception {
        ObjectName name = new ObjectName("kafka.connect:type=connector-task-metrics,connector=press-line,task=0");
        Shown running = () -> "running";
        MBeanServer metrics = ManagementFactory.getPlatformMBeanServer();
        metrics.registerMBean(new StandardMBean(running, Shown.class), name);
        TaskPresence presence = new TaskPresence("press-line", "0");
        assertThat(presence.isGone()).isFalse();
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench cutOff = bench(plc, new FakeOffsets())) {
            cutOff.publishUntil(10);
            metrics.unregisterMBean(name);
            assertThat(presence.isGone()).isTrue();
            await().atMost(LIMIT).until(() -> plc.openConnections() == 0);
            assertThatThrownBy(() -> cutOff.task().poll()).hasMessageContaining("Connect has given up this task");
        }
    }

    @Test
    void aTaskWhoseSuccessorOnThisHostTakesThePlcsOnlyConnectionSaysSoInItsError() throws Exception {
        FakeOffsets offsets = new FakeOffsets();
        try (AdsSimulator plc = CountingPlc.start();
                TaskBench zombie = bench(plc, offsets)) {
            plc.setOneConnectionPerHost(true);
            long run = TaskBench.run(zombie.publishUntil(10).get(0));
            try (Socket successor = new Socket(InetAddress.getLoopbackAddress(), plc.port())) {
                // The successor's, and once more its own.
                await().atMost(LIMIT).until(() -> plc.connections() == 3);
                assertThat(successor.isClosed()).isFalse();
                offsets.store(Map.of("series", "press0/all"), Map.of("sequence", 900L, "run", run + 60_000));
                zombie.task().look();
                assertThatThrownBy(() -> zombie.task().poll())
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining("connection press0 is published by a task that was started at")
                        .hasMessageContaining("a router keeps one TCP connection per host")
                        .hasMessageContaining("no device is polled by two tasks");
            }
        }
    }

    @Test
    void aDeviceThatIsAwayIsTriedUntilItComes() throws Exception {
        try (HeldPort port = new HeldPort()) {
            AdsSimulator gone = CountingPlc.start(port.number());
            String deployment = CountingPlc.deployment(RING, gone);
            gone.close();
            publishesWhenItComes(deployment, port);
        }
    }

    private static void publishesWhenItComes(String deployment, HeldPort port) throws Exception {
        try (TaskBench bench = new TaskBench(deployment, new FakeOffsets())) {
            assertThat(TaskBench.value(bench.publishUntil(1).get(0)).getString("status"))
                    .isEqualTo("Bad_NotConnected");
            try (AdsSimulator back = CountingPlc.start(port.number())) {
                bench.publishUntil(10);
                assertThat(back.connections()).isPositive();
            }
        }
    }
}
