package io.taktstrom.connect;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.brokers.KafkaCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three brokers, two workers and four simulated PLCs that count; brokers and workers die, and a worker's network is cut; once with
 * workers that publish at least once, once with exactly-once support. It takes minutes, so its name keeps it out of the ordinary
 * build: {@code ./takt test cluster} runs it. {@link PublishedRuns} has what must hold.
 *
 * <p>{@code -Dtakt.connect.exactlyOnce=enabled} (or {@code disabled}) runs one of the two.
 */
@ParameterizedClass(name = "exactly once {0}")
@MethodSource("supports")
@SuppressWarnings("NullAway.Init") // set before the tests
class ClusterSuite {

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration CUT = Duration.ofMinutes(1);
    private static final String ENABLED = "enabled";

    /** The worker that something happens to. */
    private static final int VICTIM = 1;

    private static int lines;
    private static KafkaCluster cluster;
    private static ConnectWorker first;
    private static ConnectWorker second;

    private final String support;
    private String topic = "";
    private PressLine line;

    ClusterSuite(String support) {
        this.support = support;
    }

    static Stream<String> supports() {
        return Stream.of(System.getProperty("takt.connect.exactlyOnce", "disabled," + ENABLED)
                .split(",", -1));
    }

    @BeforeAll
    static void startBrokers() throws IOException {
        cluster = KafkaCluster.start(3, 2);
    }

    @BeforeParameterizedClassInvocation
    static void startWorkers(String support) throws IOException {
        first = worker(0, support);
        second = worker(VICTIM, support);
        first.launch();
        second.launch();
        first.awaitReady();
        second.awaitReady();
    }

    private static ConnectWorker worker(int client, String support) throws IOException {
        return new ConnectWorker(cluster.address(client), 3)
                .inGroup("connect-" + support)
                .with("session.timeout.ms", "10000")
                .with("heartbeat.interval.ms", "3000")
                .with("rebalance.timeout.ms", "20000")
                .with("task.shutdown.graceful.timeout.ms", "10000")
                .with("exactly.once.source.support", support);
    }

    @AfterParameterizedClassInvocation
    static void endWorkers() throws IOException {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
    }

    @AfterAll
    static void endBrokers() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void run() throws IOException {
        topic = "machine" + ++lines;
        // The death of the broker that coordinates the workers is another matter than the death of the one that leads
        // the topic.
        cluster.createTopic(topic, cluster.otherThan(cluster.coordinator()));
        line = new PressLine(cluster, topic, first, second);
        line.awaitBoth();
    }

    @AfterEach
    void stop() throws IOException {
        if (line != null) {
            line.close();
        }
    }

    private PublishedRuns assertNothingIsLostInSilence() {
        PublishedRuns runs = PublishedRuns.check(line.published(), support.equals(ENABLED));
        say(runs.toString());
        return runs;
    }

    private void assertNothingIsLostThatDevicesStillHad() {
        assertThat(assertNothingIsLostInSilence().fetched())
                .as("samples that devices still had, and that were not published")
                .isPositive();
    }

    private void say(String what) {
        System.out.println("cluster, exactly once " + support + ": " + what);
    }

    private static long millisSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1_000_000;
    }

    @Test
    void aWorkerThatDiesIsReplacedAndConnectionsThatStayAreNotTorn() throws IOException {
        long moved = line.awaitBoth();
        List<Long> sessions = line.sessions();
        long runs = line.runs();
        long killed = System.nanoTime();
        second.kill();
        Duration takeOver = line.takeOver(killed, runs, moved);
        say("a worker was killed, its " + moved + " tasks published again after " + takeOver.toMillis() + " ms");
        line.awaitMore();
        List<Long> after = line.sessions();
        assertThat(IntStream.range(0, PressLine.PRESSES)
                        .filter(i -> after.get(i) > sessions.get(i))
                        .count())
                .as("PLCs that were connected to again")
                .isEqualTo(moved);
        PressLine.Tasks tasks = line.tasks();
        second.launch();
        line.awaitBoth();
        assertThat(line.tasks().staying(tasks))
                .as("PLCs that stay where they are")
                .isPositive();
        assertNothingIsLostThatDevicesStillHad();
    }

    @Test
    void aBrokerThatDiesInTheMiddleOfABatchTearsNothingAndLosesNothing() throws IOException {
        List<Long> sessions = line.sessions();
        long runs = line.runs();
        int broker = cluster.leader(topic);
        cluster.kill(broker);
        line.awaitMore();
        cluster.restart(broker);
        line.awaitMore();
        assertThat(line.sessions()).isEqualTo(sessions);
        assertThat(line.runs()).isEqualTo(runs);
        assertNothingIsLostInSilence();
    }

    /** Workers that find no coordinator within {@code heartbeat.interval.ms} give all their tasks up; whether they find one is luck. */
    @Test
    void theBrokerThatCoordinatesTheWorkersDiesAndNothingIsLostInSilence() throws IOException {
        long runs = line.runs();
        int broker = cluster.coordinator();
        long killed = System.nanoTime();
        cluster.kill(broker);
        line.awaitMore();
        say("the broker that coordinates the workers was killed: " + (line.runs() - runs) + " tasks restarted; all"
                + " have published for two seconds after " + millisSince(killed) + " ms");
        cluster.restart(broker);
        line.awaitBoth();
        assertNothingIsLostInSilence();
    }

    @Test
    void aWorkerWhoseNetworkIsCutForAMinuteGivesItsConnectionsUp() {
        long moved = line.awaitBoth();
        long runs = line.runs();
        long cut = System.nanoTime();
        cluster.cut(VICTIM);
        Duration takeOver = line.takeOver(cut, runs, moved);
        line.awaitOneSessionEach();
        say("a worker was cut off, its " + moved + " tasks published again after " + takeOver.toMillis()
                + " ms, and no PLC had two masters any more after " + millisSince(cut) + " ms");
        await().atMost(LIMIT).until(() -> millisSince(cut) > CUT.toMillis());
        PressLine.Tasks tasks = line.tasks();
        cluster.heal(VICTIM);
        line.awaitBoth();
        assertThat(line.tasks().staying(tasks))
                .as("PLCs that stay where they are")
                .isPositive();
        assertNothingIsLostThatDevicesStillHad();
    }
}
