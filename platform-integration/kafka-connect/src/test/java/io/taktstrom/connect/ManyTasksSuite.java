package io.taktstrom.connect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.connect.TopicReader.Read;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Fifty PLCs, a task each, on three workers, of which one dies; {@code ./takt test cluster}. */
class ManyTasksSuite {

    private static final Duration LIMIT = Duration.ofMinutes(6);
    private static final int TASKS = 50;
    private static final String NAME = "presses";

    @Test
    void fiftyTasksAreSpreadOverThreeWorkersAndThoseOfOneThatDiesGoOnElsewhere() throws Exception {
        List<AdsSimulator> plcs = new ArrayList<>();
        List<ConnectWorker> workers = new ArrayList<>();
        try (KafkaBroker broker = KafkaBroker.start()) {
            broker.createTopic(NAME, 1, Map.of());
            for (int i = 0; i < TASKS; i++) {
                plcs.add(CountingPlc.start());
            }
            for (int i = 0; i < 3; i++) {
                ConnectWorker worker = new ConnectWorker(broker.directAddress(), 1)
                        .with("session.timeout.ms", "10000")
                        .with("heartbeat.interval.ms", "3000");
                worker.launch();
                workers.add(worker);
            }
            workers.forEach(ConnectWorker::awaitReady);
            ConnectWorker asked = workers.get(0);
            String deployment = CountingPlc.deployment("{capacity: 65536}", plcs.toArray(AdsSimulator[]::new))
                    .replace("cycle: 10ms, maxDelay: 20ms", "cycle: 100ms, maxDelay: 200ms");
            asked.put(
                    "/connectors/" + NAME + "/config",
                    Map.of(
                            "connector.class",
                            "TaktstromSourceConnector",
                            "tasks.max",
                            Integer.toString(TASKS),
                            "topic",
                            NAME,
                            "deployment",
                            deployment));
            awaitSpread(asked, 16, 17, 17);
            try (TopicReader topic = new TopicReader(broker.directAddress(), NAME)) {
                awaitMoreOfEach(topic);
                workers.remove(2).kill();
                awaitSpread(asked, 25, 25);
                await().atMost(LIMIT).until(() -> plcs.stream().allMatch(plc -> plc.openConnections() == 1));
                awaitMoreOfEach(topic);
                assertCountersGoOnOrAreMarked(topic.all());
            }
        } finally {
            for (ConnectWorker worker : workers) {
                worker.close();
            }
            plcs.forEach(AdsSimulator::close);
        }
    }

    /** A connector that has just been made, or is being moved, has no status for a while: 404 or 409. */
    private static void awaitSpread(ConnectWorker asked, Integer... tasks) {
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> spread(asked).equals(List.of(tasks)));
    }

    /** How many tasks run on each worker, the fewest first. */
    private static List<Integer> spread(ConnectWorker asked) throws IOException {
        Map<String, Integer> running = new TreeMap<>();
        for (JsonNode task : asked.get("/connectors/" + NAME + "/status").get("tasks")) {
            if (task.get("state").asString().equals("RUNNING")) {
                running.merge(task.get("worker_id").asString(), 1, Integer::sum);
            }
        }
        return running.values().stream().sorted().toList();
    }

    private static void awaitMoreOfEach(TopicReader topic) {
        Map<String, Long> before = counts(topic);
        await().atMost(LIMIT).until(() -> {
            Map<String, Long> now = counts(topic);
            return now.size() == TASKS
                    && now.entrySet().stream()
                            .allMatch(one -> one.getValue() > before.getOrDefault(one.getKey(), 0L) + 30);
        });
    }

    private static Map<String, Long> counts(TopicReader topic) {
        Map<String, Long> counts = new HashMap<>();
        topic.all().forEach(read -> counts.merge(read.point(), 1L, Long::sum));
        return counts;
    }

    private static void assertCountersGoOnOrAreMarked(List<Read> published) {
        Map<String, Long> sequences = new HashMap<>();
        Map<String, Long> runs = new HashMap<>();
        for (Read read : published) {
            boolean isSameRun = Long.valueOf(read.run()).equals(runs.put(read.point(), read.run()));
            Long before = sequences.put(read.point(), read.sequence());
            assertThat(!isSameRun || before == null || read.sequence() == before + 1 || read.isMarked())
                    .as("%s behind %s", read.value(), before)
                    .isTrue();
        }
        assertThat(sequences).hasSize(TASKS);
    }
}
