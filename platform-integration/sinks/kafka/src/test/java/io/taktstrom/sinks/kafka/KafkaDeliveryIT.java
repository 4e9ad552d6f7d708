package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.taktstrom.brokers.Feed;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the contract does not ask: keys, headers, formats, refusing brokers, transactions, logins. */
class KafkaDeliveryIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension
    static final OnceForAll<KafkaBench> BENCH = KafkaBench.shared();

    private final KafkaBench bench = BENCH.get();

    @AfterEach
    void noFaults() {
        bench.broker().proxy().clear();
    }

    private Map<String, String> options(String topic, String... more) {
        return TestOptions.of(
                Map.of("brokers", bench.broker().address(), "topic", topic, "timeout", "3s", "fields", "point, value"),
                more);
    }

    @Test
    void samplesOfAKeyStayInOneePartitionAndInOrder() throws IOException {
        String topic = bench.topic(4);
        try (Feed feed = new Feed(new KafkaProvider(), options(topic, "key", "{connection}"))) {
            for (int unit = 0; unit < 20; unit++) {
                feed.publish(Feed.count(100L * unit, 100, "a.x", "a.y", "b.x", "c.x"));
            }
        }
        List<ReadMessage> messages = bench.read(topic);
        assertThat(messages).hasSize(2000);
        for (String key : List.of("a", "b", "c")) {
            List<ReadMessage> ofKey = messages.stream()
                    .filter(message -> key.equals(message.key()))
                    .toList();
            assertThat(ofKey)
                    .extracting(message -> message.properties().get("partition"))
                    .containsOnly(ofKey.get(0).properties().get("partition"));
            assertThat(ReadMessage.values(ofKey)).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void headersTellPointQualityAndTimesOfABareValue() throws IOException {
        String topic = bench.topic(1);
        try (Feed feed = new Feed(
                new KafkaProvider(), options(topic, "format", "value", "headers", "true", "timestamp", "sourceTime"))) {
            feed.publish(Feed.count(42, 1, "press.force"));
        }
        ReadMessage message = bench.read(topic).get(0);
        assertThat(message.text()).isEqualTo("42");
        assertThat(message.key()).isEqualTo("press.force");
        assertThat(message.headers())
                .containsEntry("content-type", "text/plain; charset=utf-8")
                .containsEntry("point", "press.force")
                .containsEntry("status", "Good")
                .containsEntry("sourceTime", "2026-11-22T07:05:09.000000001Z")
                .containsEntry("receivedAt", "2026-11-22T07:05:09.000000001Z");
        assertThat(message.properties()).containsEntry("timestamp", Long.toString(Feed.TIME / 1_000_000));
    }

    @Test
    void aFormatOfManySamplesMakesAMessageForEachKeyOfAUnit() throws IOException {
        String topic = bench.topic(1);
        try (Feed feed = new Feed(new KafkaProvider(), options(topic, "format", "columns", "key", "{connection}"))) {
            feed.publish(Feed.count(0, 6, "a.x", "b.x"), Feed.count(6, 4, "a.x", "b.x"));
        }
        List<ReadMessage> messages = bench.read(topic);
        assertThat(messages).extracting(ReadMessage::key).containsExactlyInAnyOrder("a", "b");
        for (ReadMessage message : messages) {
            JsonNode json = message.json();
            assertThat(json.get("value").values())
                    .extracting(JsonNode::longValue)
                    .containsExactlyElementsOf(LongStream.range(0, 5)
                            .map(i -> 2 * i + ("a".equals(message.key()) ? 0 : 1))
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aSourceTimeThatBrokersRefuseGivesWayToOurs() throws IOException {
        String topic = bench.topic(1);
        SampleBatch batch = new SampleBatch(2, 0);
        batch.reset(Feed.Points.of(ScalarType.DINT, "a.x"), Feed.TIME, 0);
        batch.add(0, -5, 0, 1);
        batch.add(0, Feed.TIME + Duration.ofDays(400).toNanos(), 0, 2);
        try (Feed feed = new Feed(new KafkaProvider(), options(topic, "timestamp", "sourceTime"))) {
            feed.publish(batch);
        }
        assertThat(bench.read(topic))
                .extracting(message -> message.properties().get("timestamp"))
                .containsOnly(Long.toString(Feed.TIME / 1_000_000))
                .hasSize(2);
    }

    @Test
    void anUnknownTopicIsAwaitedAndNothingBehindItGetsThereTwice() throws IOException {
        String known = bench.topic(1);
        String unknown = KafkaBench.newName();
        SampleBatch unit = Feed.count(0, 30, known + ".x", unknown + ".x");
        try (Feed feed = new Feed(new KafkaProvider(), options("{connection}", "timeout", "1s"))) {
            assertThatThrownBy(() -> feed.publish(unit))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(unknown)
                    .hasMessageContaining("create the topic");
            assertThat(feed.sink().health().detail()).contains(unknown);
            assertThatThrownBy(() -> feed.publishAgain(unit)).isInstanceOf(IOException.class);
            bench.broker().createTopic(unknown, 1, Map.of());
            feed.publishUntilTaken(PATIENCE, unit);
        }
        assertThat(ReadMessage.values(bench.read(unknown))).hasSize(15).isSorted();
        assertThat(ReadMessage.values(bench.read(known))).hasSize(15).isSorted();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void whatABrokerFindsTooLargeIsRefusedAlone(String transactional) throws IOException {
        String topic = KafkaBench.newName();
        bench.broker().createTopic(topic, 1, Map.of("max.message.bytes", "30000"));
        StringType text = StringType.string(60_000);
        try (Feed feed =
                new Feed(new KafkaProvider(), options(topic, "transactional", transactional, "compression", "none"))) {
            feed.publish(
                    Feed.text("a.x", text, "first"),
                    // Less than maxMessage, and more than this topic takes.
                    Feed.text("a.x", text, "x".repeat(50_000)),
                    Feed.text("a.x", text, "last"));
            assertThat(feed.refused()).containsOnlyKeys(1);
            assertThat(feed.refused().get(1)).contains("a.x");
        }
        assertThat(bench.committed(topic))
                .extracting(message -> message.json().get("value").asString())
                .containsExactly("first", "last");
    }

    @Test
    void aUnitThatFailsHalfwaySendsOnlyWhatIsOpenWhenItComesAgain() throws Exception {
        String topic = bench.topic(3);
        List<SampleBatch> units = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            units.add(Feed.count(50L * i, 50, "a.x", "b.x", "c.x"));
        }
        int failures = 0;
        try (Feed feed = new Feed(new KafkaProvider(), options(topic, "timeout", "1s"))) {
            for (SampleBatch unit : units) {
                boolean cut = unit.sequence() % 500 == 0;
                ArmedFault fault = cut
                        ? bench.broker().proxy().arm(new Fault.Reset(Direction.TO_SERVER, 2_000))
                        : bench.broker().proxy().arm(new Fault.Delay(Direction.TO_SERVER, Duration.ZERO));
                try {
                    feed.publish(unit);
                } catch (IOException e) {
                    failures++;
                    fault.disarm();
                    feed.publishUntilTaken(PATIENCE, unit);
                }
                fault.disarm();
            }
        }
        List<Long> values = ReadMessage.values(bench.read(topic));
        assertThat(values).containsAll(LongStream.range(0, 2000).boxed().toList());
        assertThat(values.size()).as("with duplicates").isLessThanOrEqualTo(2000 + 50 * failures);
    }

    /** Large enough for its first messages to be sent while the last ones are being made. */
    private static SampleBatch[] largeUnit(long from) {
        return LongStream.range(0, 20)
                .mapToObj(i -> Feed.count(from + 1_000 * i, 1_000, "a.x", "b.x"))
                .toArray(SampleBatch[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "columns"})
    void aLargeUnitIsSentWhileItIsMadeOnceAndInOrder(String format) throws IOException {
        String topic = bench.topic(1);
        try (Feed feed = new Feed(
                new KafkaProvider(), options(topic, "format", format, "key", "{connection}", "maxMessage", "50KiB"))) {
            feed.publish(largeUnit(0));
            feed.publish(largeUnit(20_000));
            assertThat(feed.refused()).isEmpty();
        }
        List<ReadMessage> messages = bench.read(topic);
        for (int key = 0; key < 2; key++) {
            String name = key == 0 ? "a" : "b";
            assertThat(messages.stream()
                            .filter(message -> name.equals(message.key()))
                            .flatMap(message -> message.json().get("value").isArray()
                                    ? message.json().get("value").values().stream()
                                    : Stream.of(message.json().get("value")))
                            .map(JsonNode::longValue))
                    .containsExactlyElementsOf(LongStream.iterate(key, value -> value < 40_000, value -> value + 2)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aLargeUnitThatIsCutOffWhileItIsMadeComesAgainWithWhatIsOpen() throws Exception {
        String topic = bench.topic(1);
        try (Feed feed = new Feed(new KafkaProvider(), options(topic, "timeout", "1s", "compression", "none"))) {
            feed.publish(largeUnit(0));
            bench.broker().proxy().arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            assertThatThrownBy(() -> feed.publish(largeUnit(20_000))).isInstanceOf(IOException.class);
            bench.broker().proxy().clear();
            feed.publishUntilTaken(PATIENCE, largeUnit(20_000));
            feed.publish(largeUnit(40_000));
        }
        List<Long> values = ReadMessage.values(bench.read(topic));
        assertThat(new HashSet<>(values))
                .isEqualTo(LongStream.range(0, 60_000).boxed().collect(Collectors.toSet()));
        assertThat(values.subList(0, 20_000)).doesNotHaveDuplicates();
        assertThat(values.subList(values.size() - 20_000, values.size()))
                .containsExactlyElementsOf(
                        LongStream.range(40_000, 60_000).boxed().toList());
    }

    @Test
    void aBrokerThatIsKilledAndComesBackMissesNothing() throws Exception {
        String topic = bench.topic(2);
        try (Feed feed = new Feed(new KafkaProvider(), options(topic))) {
            feed.publish(Feed.count(0, 100, "a.x", "b.x"));
            bench.broker().kill();
            SampleBatch next = Feed.count(100, 100, "a.x", "b.x");
            try {
                assertThatThrownBy(() -> feed.publish(next)).isInstanceOf(IOException.class);
                assertThat(feed.sink().health().well()).isFalse();
            } finally {
                bench.broker().restart();
            }
            feed.publishUntilTaken(PATIENCE, next);
            feed.publish(Feed.count(200, 100, "a.x", "b.x"));
            assertThat(feed.sink().health().well()).isTrue();
        }
        assertThat(ReadMessage.values(bench.read(topic)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 300).boxed().toList());
    }

    @Test
    void aTransactionIsSeenWholeOrNotAtAll() throws Exception {
        String topic = bench.topic(2);
        try (Feed feed = new Feed(new KafkaProvider(), options(topic, "transactional", "true", "timeout", "1s"))) {
            feed.publish(Feed.count(0, 10, "a.x", "b.x"));
            SampleBatch second = Feed.count(10, 10, "a.x", "b.x");
            // Nothing comes back: messages may get there, their commit as well.
            bench.broker().proxy().arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            assertThatThrownBy(() -> feed.publish(second)).isInstanceOf(IOException.class);
            bench.broker().proxy().clear();
            feed.publishUntilTaken(PATIENCE, second);
            feed.publish(Feed.count(20, 10, "a.x", "b.x"));
        }
        assertThat(ReadMessage.values(bench.committed(topic)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 30).boxed().toList());
    }

    @Test
    void closingEndsACallThatWaitsForABrokerThatDoesNotAnswer() throws Exception {
        String topic = bench.topic(1);
        Feed feed = new Feed(new KafkaProvider(), options(topic, "timeout", "30s"));
        feed.publish(Feed.count(0, 1, "a.x"));
        bench.broker().proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
        FutureTask<Void> publishing = new FutureTask<>(() -> {
            feed.publish(Feed.count(1, 1, "a.x"));
            return null;
        });
        Thread thread = new Thread(publishing, "publish");
        thread.start();
        feed.sink().close();
        // Not 30 seconds: the call that hung has ended with the sink.
        thread.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(publishing.isDone()).isTrue();
        assertThatThrownBy(publishing::get).hasCauseInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "scram-sha-256", "scram-sha-512"})
    void usersProveThemselvesOverTls(String sasl) throws IOException {
        String topic = bench.topic(1);
        try (Feed feed = new Feed(new KafkaProvider(), secure(topic, "sasl", sasl))) {
            feed.publish(Feed.count(0, 10, "a.x"));
        }
        assertThat(ReadMessage.values(bench.read(topic))).hasSize(10);
    }

    @Test
    void aWrongPasswordIsSaidInWordsAndShownNowhere() throws IOException {
        String topic = bench.topic(1);
        try (Feed feed = new Feed(new KafkaProvider(), secure(topic, "password", "not-the-password"))) {
            assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("check user, password")
                    .hasMessageNotContaining("not-the-password");
        }
    }

    @Test
    void aBrokerThatIsNotTrustedGetsNothing(@TempDir Path folder) throws IOException {
        String topic = bench.topic(1);
        Path other = TestCertificate.create(folder, "other", "CN=other").ca();
        try (Feed feed = new Feed(new KafkaProvider(), secure(topic, "ca", other.toString()))) {
            assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("certificates");
        }
        assertThat(bench.read(topic)).isEmpty();
        Path broken = Files.writeString(folder.resolve("broken.pem"), "no certificate");
        assertThatThrownBy(() -> new Feed(new KafkaProvider(), secure(topic, "ca", broken.toString())))
                .isInstanceOf(IOException.class);
    }

    private Map<String, String> secure(String topic, String... more) {
        Map<String, String> options = options(
                topic,
                "brokers",
                bench.broker().secureAddress(),
                // A first TLS login takes its time on a busy machine.
                "timeout",
                "20s",
                "tls",
                "true",
                "ca",
                bench.broker().certificate().ca().toString(),
                "certificate",
                bench.broker().certificate().certificate().toString(),
                "privateKey",
                bench.broker().certificate().key().toString(),
                "sasl",
                "scram-sha-512",
                "user",
                KafkaBroker.USER,
                "password",
                KafkaBroker.PASSWORD);
        return TestOptions.of(options, more);
    }
}
