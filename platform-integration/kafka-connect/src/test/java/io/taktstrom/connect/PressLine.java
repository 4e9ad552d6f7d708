package io.taktstrom.connect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.brokers.KafkaCluster;
import io.taktstrom.connect.TopicReader.Read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Four simulated PLCs that count, the connector that publishes them by two workers, one task each, and its topic. One thread. */
final class PressLine implements AutoCloseable {

    static final int PRESSES = 4;
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final List<AdsSimulator> plcs = new ArrayList<>();
    private final String topic;
    private final ConnectWorker first;
    private final ConnectWorker second;
    private final TopicReader reader;

    /**
     * Starts it; returns when all of it has published.
     *
     * @param topic is there; the connector is called the same
     * @param first is asked, so it must be one that lives
     */
    PressLine(KafkaCluster cluster, String topic, ConnectWorker first, ConnectWorker second) throws IOException {
        this.topic = topic;
        this.first = first;
        this.second = second;
        for (int i = 0; i < PRESSES; i++) {
            plcs.add(CountingPlc.start());
        }
        reader = new TopicReader(cluster.directAddress(), topic);
        first.put(
                "/connectors/" + topic + "/config",
                Map.of(
                        "connector.class",
                        "TaktstromSourceConnector",
                        "tasks.max",
                        Integer.toString(PRESSES),
                        "topic",
                        topic,
                        "deployment",
                        CountingPlc.deploymentWithRings("{capacity: 65536}", plcs.toArray(AdsSimulator[]::new))));
        await().atMost(LIMIT).until(() -> samples().size() == 2 * PRESSES);
    }

    /** How often each PLC was connected to, and which run has published it last. */
    record Tasks(List<Long> sessions, Map<String, Long> runs) {

        /** PLCs that still have the same task: none of them was connected to again. */
        long staying(Tasks before) {
            long staying = 0;
            for (int i = 0; i < PRESSES; i++) {
                String press = "press" + i;
                if (Objects.equals(runs.get(press), before.runs.get(press))) {
                    assertThat(sessions.get(i)).as("sessions of %s", press).isEqualTo(before.sessions.get(i));
                    staying++;
                }
            }
            return staying;
        }
    }

    List<Read> published() {
        return reader.all();
    }

    /** The tasks there are. Of a session that is counted, what it publishes is seen. */
    Tasks tasks() {
        List<Long> sessions = sessions();
        awaitMore();
        return new Tasks(sessions, newest());
    }

    private Map<String, Long> newest() {
        Map<String, Long> newest = new TreeMap<>();
        reader.all().forEach(read -> newest.merge(read.connection(), read.run(), Math::max));
        return newest;
    }

    /** The worker that each PLC's newest run is on, of those that have published. */
    private Map<String, ConnectWorker> owners() {
        Map<String, ConnectWorker> owners = new TreeMap<>();
        newest().forEach((press, run) -> Stream.of(first, second)
                .filter(worker -> worker.hasBegun(run, press))
                .forEach(worker -> owners.put(press, worker)));
        return owners;
    }

    /**
     * Waits until both workers have PLCs, each PLC one session, and all of them publish.
     *
     * @return how many the second has
     */
    long awaitBoth() {
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).until(() -> {
            Map<String, ConnectWorker> owners = owners();
            return owners.size() == PRESSES && Set.copyOf(owners.values()).size() == 2;
        });
        awaitMore();
        awaitOneSessionEach();
        return owners().values().stream().filter(second::equals).count();
    }

    void awaitOneSessionEach() {
        await().atMost(LIMIT).until(() -> plcs.stream().allMatch(plc -> plc.openConnections() == 1));
    }

    /** How often each PLC was connected to. */
    List<Long> sessions() {
        return plcs.stream().map(plc -> plc.connections()).toList();
    }

    /** How many tasks have published of each PLC, one after the other, all together. */
    long runs() {
        return reader.all().stream()
                .map(read -> read.connection() + read.run())
                .distinct()
                .count();
    }

    /** The time from one moment to the first sample of the last PLC that has another task since. */
    Duration takeOver(long since, long runsBefore, long moved) {
        await().atMost(LIMIT).until(() -> runs() >= runsBefore + moved);
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** What comes after now also comes to its end: some seconds' worth of samples of each. */
    void awaitMore() {
        Map<String, Long> before = samples();
        await().atMost(LIMIT)
                .until(() -> samples().entrySet().stream()
                        .allMatch(now -> now.getValue() > before.getOrDefault(now.getKey(), 0L) + 200));
    }

    /** How many there are of each point. */
    private Map<String, Long> samples() {
        return reader.all().stream().collect(Collectors.groupingBy(Read::point, HashMap::new, Collectors.counting()));
    }

    @Override
    public void close() throws IOException {
        first.delete("/connectors/" + topic);
        reader.close();
        for (AdsSimulator plc : plcs) {
            plc.close();
        }
    }
}
