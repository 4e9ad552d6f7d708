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
import java.util.stream.Stream;

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
                .with("task.shutdown.graceful.timeout.ms", "10000")
                .with("exactly.once.source.support", System.getProperty("takt.connect.exactlyOnce", "disabled"));
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

    /** The worker that each PLC's newest run is on, of those that have published. */
    private Map<String, ConnectWorker> owners() {
        Map<String, Long> newest = new TreeMap<>();
        reader.all().forEach(read -> newest.merge(press(read), read.run(), Math::max));
        Map<String, ConnectWorker> owners = new TreeMap<>();
        newest.forEach((press, run) -> Stream.of(first, second)
                .filter(worker -> worker.hasBegun(run, press))
                .forEach(worker -> owners.put(press, worker)));
        return owners;
    }

    /** Waits until both workers have PLCs, each PLC one session, and all of them publish. */
    private Map<String, ConnectWorker> awaitBoth() {
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).until(() -> {
            Map<String, ConnectWorker> owners = owners();
            return owners.size() == PRESSES && Set.copyOf(owners.values()).size() == 2;
        });
        awaitMore();
        await().atMost(LIMIT)
                .until(() -> plcs.stream().allMatch(plc -> plc.counters().openConnections() == 1));
        return owners();
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
    private Duration takeOver(long since, long runsBefore, long moved) {
        await().atMost(LIMIT).until(() -> runs() >= runsBefore + moved);
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

    /** All that was published, run by run: a worker that was cut off may send what it still has behind its successor's. */
    private Map<String, List<Read>> runsInOrder() {
        Map<String, List<Read>> all = new TreeMap<>();
        reader.all()
                .forEach(read -> all.computeIfAbsent(press(read) + "/" + read.run(), run -> new ArrayList<>())
                        .add(read));
        return all;
    }

    private void assertNothingIsLostInSilence() {
        long samples = 0;
        long twice = 0;
        long repeated = 0;
        Map<String, Long> counters = new HashMap<>();
        Map<String, TreeSet<Long>> rings = new TreeMap<>();
        for (Map.Entry<String, List<Read>> run : runsInOrder().entrySet()) {
            long next = Long.MIN_VALUE;
            for (Read read : run.getValue()) {
                if (read.sequence() < next) {
                    twice++;
                    continue;
                }
                assertThat(read.sequence() == next || next == Long.MIN_VALUE || read.isMarked())
                        .as("%s: %d where %d is expected, or a mark", run.getKey(), read.sequence(), next)
                        .isTrue();
                next = read.sequence() + 1;
                samples++;
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
                            .as("%s: %d follows %d, or is marked", run.getKey(), read.number(), counter)
                            .isTrue();
                }
            }
        }
        assertThat(rings).hasSize(PRESSES);
        rings.forEach((point, numbers) -> assertThat(numbers)
                .as("%s: what the device still had", point)
                .hasSize((int) (numbers.last() - numbers.first() + 1)));
        System.out.println(
                "cluster: " + samples + " samples, " + repeated + " of them read from a device's ring twice and"
                        + " saying so, " + twice + " records twice, " + runs() + " runs");
    }

    private static String press(Read read) {
        return read.point().substring(0, read.point().indexOf('.'));
    }

    private static long countOf(Map<String, ConnectWorker> owners, ConnectWorker worker) {
        return owners.values().stream().filter(worker::equals).count();
    }

    @Test
    void aWorkerThatDiesIsReplacedAndConnectionsThatStayAreNotTorn() throws IOException {
        long moved = countOf(awaitBoth(), second);
        List<Long> sessions = sessions();
        long runs = runs();
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
        awaitBoth();
        assertNothingIsLostInSilence();
    }

    @Test
    void aBrokerThatDiesTearsNothingAndLosesNothing() throws IOException {
        awaitBoth();
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
        long moved = countOf(awaitBoth(), second);
        long runs = runs();
        long cut = System.nanoTime();
        cluster.cut(1);
        Duration takeOver = takeOver(cut, runs, moved);
        await().atMost(LIMIT)
                .until(() -> plcs.stream().allMatch(plc -> plc.counters().openConnections() == 1));
        System.out.println("cluster: a worker was cut off, its " + moved + " tasks published again after "
                + takeOver.toMillis() + " ms, and no PLC had two masters any more after "
                + Duration.ofNanos(System.nanoTime() - cut).toMillis() + " ms");
        await().atMost(LIMIT)
                .until(() -> System.nanoTime() - cut > Duration.ofMinutes(1).toNanos());
        cluster.heal(1);
        awaitBoth();
        assertNothingIsLostInSilence();
    }
}
