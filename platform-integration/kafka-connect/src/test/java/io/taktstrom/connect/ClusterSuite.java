package io.taktstrom.connect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.brokers.KafkaCluster;
import io.taktstrom.connect.TopicReader.Read;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three brokers, two workers and four simulated PLCs that count; brokers and workers die, and a worker's network is cut. It takes
 * minutes, so its name keeps it out of the ordinary build: {@code ./takt test cluster} runs it.
 *
 * <p>What must hold: within a run the numbers of a connection have no gap but one that is marked, and no number comes twice unless Connect has sent a record
 * twice, which shows; from one run to the next the machine's counter goes on, or the sample is marked; and of the ring in the device
 * no sample is missing at all.
 */
class ClusterSuite {

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final int PRESSES = 4;
    private static final String SOURCE = "TaktstromSourceConnector";
    private static int topics;

    private static KafkaCluster cluster;
    private static ConnectWorker first;
    private static ConnectWorker second;

    private final List<AdsSimulator> plcs = new ArrayList<>();
    private String topic = "";
    private TopicReader reader;

    @BeforeAll
    static void start() throws IOException {
        cluster = KafkaCluster.start(3, 2);
        first = worker(0);
        second = worker(1);
        first.launch();
        second.launch();
        first.awaitReady();
        second.awaitReady();
    }

    private static ConnectWorker worker(int client) throws IOException {
        return new ConnectWorker(cluster.address(client), 3)
                .with("session.timeout.ms", "10000")
                .with("heartbeat.interval.ms", "3000")
                .with("rebalance.timeout.ms", "20000")
                .with("task.shutdown.graceful.timeout.ms", "10000");
    }

    @AfterAll
    static void end() throws IOException {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void run() throws Exception {
        topic = "machine" + ++topics;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.directAddress()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 3))).all().get();
        }
        for (int i = 0; i < PRESSES; i++) {
            plcs.add(CountingPlc.start());
        }
        reader = new TopicReader(cluster.directAddress(), topic);
        first.put(
                "/connectors/" + topic + "/config",
                Map.of(
                        "connector.class",
                        SOURCE,
                        "tasks.max",
                        Integer.toString(PRESSES),
                        "topic",
                        topic,
                        "deployment",
                        CountingPlc.deploymentWithRings("{capacity: 65536}", plcs.toArray(AdsSimulator[]::new))));
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> workers(first).size() == PRESSES
                        && new HashSet<>(workers(first).values()).size() == 2);
        await().atMost(LIMIT).until(() -> points().size() == 2 * PRESSES);
    }

    @AfterEach
    void stop() throws IOException {
        first.delete("/connectors/" + topic);
        reader.close();
        for (AdsSimulator plc : plcs) {
            plc.close();
        }
    }

    private Map<Integer, String> workers(ConnectWorker asked) throws IOException {
        Map<Integer, String> workers = new TreeMap<>();
        // Of the connector itself Connect may forget who has it: the worker that came back says so later than the one
        // that has it.
        if (!asked.states(topic).stream().skip(1).allMatch("RUNNING"::equals)) {
            return workers;
        }
        workers.putAll(asked.workers(topic));
        return workers;
    }

    private Set<String> points() {
        Set<String> points = new HashSet<>();
        reader.all().forEach(read -> points.add(read.point()));
        return points;
    }

    /** How often each PLC was connected to. */
    private List<Long> sessions() {
        return plcs.stream().map(plc -> plc.counters().connections()).toList();
    }

    private long runs() {
        return reader.all().stream()
                .map(read -> press(read) + read.run())
                .distinct()
                .count();
    }

    /** The time from one moment to the first sample of the last PLC that has another task since. */
    private Duration takeOver(long since, long runsBefore, int moved) {
        await().atMost(LIMIT).until(() -> runs() == runsBefore + moved);
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /** What comes after now also comes to its end: some seconds' worth of samples of each. */
    private void awaitMore() {
        Map<String, Long> before = new HashMap<>();
        reader.all().forEach(read -> before.merge(read.point(), 1L, Long::sum));
        await().atMost(LIMIT).until(() -> {
            Map<String, Long> now = new HashMap<>();
            reader.all().forEach(read -> now.merge(read.point(), 1L, Long::sum));
            return now.entrySet().stream()
                    .allMatch(each -> each.getValue() > before.getOrDefault(each.getKey(), 0L) + 200);
        });
    }

    private void assertNothingIsLostInSilence() {
        Set<String> seen = new HashSet<>();
        long twice = 0;
        long repeated = 0;
        Map<String, Long> counters = new HashMap<>();
        Map<String, Long> sequences = new HashMap<>();
        Map<String, TreeSet<Long>> rings = new TreeMap<>();
        for (Read read : reader.all()) {
            String series = press(read) + "/" + read.run();
            if (!seen.add(series + "/" + read.sequence())) {
                twice++;
                continue;
            }
            Long sequence = sequences.put(series, read.sequence());
            assertThat(sequence == null || read.sequence() > sequence)
                    .as("order of %s", series)
                    .isTrue();
            if (read.point().endsWith(".ring") && read.isGood()) {
                if (!rings.computeIfAbsent(read.point(), first -> new TreeSet<>())
                        .add(read.number())) {
                    repeated++;
                    assertThat(read.headers())
                            .as("%s came twice, and says so", read.value())
                            .containsKey("repeated");
                }
            } else if (read.isGood()) {
                Long counter = counters.put(read.point(), read.number());
                assertThat(counter == null || read.number() == counter + 1 || read.isMarked())
                        .as("%s: %d follows %d, or is marked", series, read.number(), counter)
                        .isTrue();
            }
        }
        assertThat(rings).hasSize(PRESSES);
        rings.forEach((point, numbers) -> assertThat(numbers)
                .as("%s: what the device still had", point)
                .hasSize((int) (numbers.last() - numbers.first() + 1)));
        System.out.println(
                "cluster: " + seen.size() + " samples, " + repeated + " of them read from a device's ring twice and"
                        + " saying so, " + twice + " records twice, " + runs() + " runs");
    }

    private static String press(Read read) {
        return read.point().substring(0, read.point().indexOf('.'));
    }

    @Test
    void aWorkerThatDiesIsReplacedAndConnectionsThatStayAreNotTorn() throws IOException {
        Map<Integer, String> before = workers(first);
        List<Long> sessions = sessions();
        long runs = runs();
        int moved = (int) before.values().stream().filter(second.name()::equals).count();
        long killed = System.nanoTime();
        second.kill();
        Duration takeOver = takeOver(killed, runs, moved);
        System.out.println("cluster: a worker was killed, its " + moved + " tasks published again after "
                + takeOver.toMillis() + " ms");
        awaitMore();
        List<Long> after = sessions();
        assertThat(IntStream.range(0, PRESSES)
                        .filter(i -> after.get(i) > sessions.get(i))
                        .count())
                .as("PLCs that were connected to anew")
                .isEqualTo(moved);
        second.launch();
        second.awaitReady();
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> new HashSet<>(workers(first).values()).size() == 2);
        awaitMore();
        assertNothingIsLostInSilence();
    }

    @Test
    void aBrokerThatDiesTearsNothingAndLosesNothing() throws IOException {
        List<Long> sessions = sessions();
        long runs = runs();
        cluster.kill(0);
        awaitMore();
        cluster.restart(0);
        awaitMore();
        assertThat(sessions()).isEqualTo(sessions);
        assertThat(runs()).isEqualTo(runs);
        assertNothingIsLostInSilence();
    }

    @Test
    void aWorkerWhoseNetworkIsCutForAMinuteGivesItsConnectionsUp() throws Exception {
        Map<Integer, String> before = workers(first);
        long runs = runs();
        int moved = (int) before.values().stream().filter(second.name()::equals).count();
        long cut = System.nanoTime();
        cluster.cut(1);
        Duration takeOver = takeOver(cut, runs, moved);
        System.out.println("cluster: a worker was cut off, its " + moved + " tasks published again after "
                + takeOver.toMillis() + " ms");
        await().atMost(LIMIT)
                .until(() -> plcs.stream().allMatch(plc -> plc.counters().openConnections() == 1));
        await().atMost(LIMIT)
                .until(() -> System.nanoTime() - cut > Duration.ofMinutes(1).toNanos());
        cluster.heal(1);
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> new HashSet<>(workers(first).values()).size() == 2);
        awaitMore();
        assertThat(plcs)
                .allSatisfy(plc -> assertThat(plc.counters().openConnections()).isEqualTo(1));
        assertNothingIsLostInSilence();
    }
}
