package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.taktstrom.brokers.Feed;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the contract does not ask: properties, routing, refusing brokers, logins, a broker that is killed. */
class AmqpDeliveryIT {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension
    static final OnceForAll<AmqpBench> BENCH = AmqpBench.shared();

    private final AmqpBench bench = BENCH.get();

    @AfterEach
    void noFaults() {
        bench.broker().proxy().clear();
    }

    private Map<String, String> options(String exchange, String... more) {
        return TestOptions.of(
                Map.of("url", bench.broker().url(), "exchange", exchange, "fields", "point, value", "timeout", "10s"),
                more);
    }

    private static Feed feed(Map<String, String> options) throws IOException {
        return new Feed(new AmqpProvider(), options);
    }

    private List<ReadMessage> take(String queue) throws IOException {
        return bench.reader().read("take " + queue);
    }

    @Test
    void aMessageHasItsPropertiesAndItsPlaceInItsUnit() throws IOException {
        String name = bench.exchangeWithQueue();
        try (Feed feed = feed(options(name, "headers", "true", "format", "value", "routingKey", "plant.{point}"))) {
            feed.publish(Feed.count(42, 2, "press.force"));
        }
        List<ReadMessage> messages = take(name);
        assertThat(messages).extracting(ReadMessage::text).containsExactly("42", "43");
        ReadMessage second = messages.get(1);
        assertThat(second.key()).isEqualTo("plant.press.force");
        assertThat(second.properties())
                .containsEntry("content_type", "text/plain; charset=utf-8")
                .containsEntry("delivery_mode", "2");
        assertThat(second.properties().get("message_id")).matches("[0-9a-f]{8}-test\\.all-1-1");
        assertThat(second.headers())
                .containsEntry("point", "press.force")
                .containsEntry("status", "Good")
                .containsEntry("sourceTime", "2026-11-22T07:05:09.000000002Z")
                .containsEntry("receivedAt", "2026-11-22T07:05:09.000000001Z");
    }

    @Test
    void whatNoQueueTakesIsAwaitedAndNothingBehindItGetsThereTwice() throws IOException {
        String name = AmqpBench.newName();
        bench.reader().tell("exchange " + name + " topic");
        bench.reader().tell("queue " + name);
        bench.reader().tell("bind " + name + " " + name + " a.#");
        SampleBatch unit = Feed.count(0, 30, "a.x", "b.x");
        List<Long> taken = new ArrayList<>();
        try (Feed feed = feed(options(name))) {
            assertThatThrownBy(() -> feed.publish(unit))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no queue takes");
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> feed.publishAgain(unit)).isInstanceOf(IOException.class);
            }
            assertThat(feed.sink().health().detail()).contains("mandatory: false");
            // How many went out before the broker said so of the first is up to both.
            taken.addAll(ReadMessage.values(take(name)));
            bench.reader().tell("bind " + name + " " + name + " b.#");
            feed.publishUntilTaken(PATIENCE, unit);
        }
        taken.addAll(ReadMessage.values(take(name)));
        assertThat(taken).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void withoutMandatoryTheBrokerThrowsAwayWhatNoQueueTakes() throws IOException {
        String name = AmqpBench.newName();
        bench.reader().tell("exchange " + name + " topic");
        try (Feed feed = feed(options(name, "mandatory", "false"))) {
            feed.publish(Feed.count(0, 3, "a.x"));
            assertThat(feed.sink().health().well()).isTrue();
        }
    }

    @Test
    void anExchangeThatIsNotThereIsNamed() throws IOException {
        String name = AmqpBench.newName();
        try (Feed feed = feed(options(name))) {
            SampleBatch unit = Feed.count(0, 3, "a.x");
            assertThatThrownBy(() -> feed.publish(unit))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("create it");
            bench.reader().tell("exchange " + name + " fanout");
            bench.reader().tell("queue " + name);
            bench.reader().tell("bind " + name + " " + name + " -");
            feed.publishUntilTaken(PATIENCE, unit);
        }
        assertThat(take(name)).hasSize(3);
    }

    @Test
    void aRoutingKeyThatIsTooLongCostsItsOwnSamplesOnly() throws IOException {
        String name = bench.exchangeWithQueue();
        String longName = "a." + "\u00fc".repeat(130);
        try (Feed feed = feed(options(name))) {
            feed.publish(Feed.count(0, 4, "a.x", longName));
            assertThat(feed.refused()).containsOnlyKeys(1, 3);
            assertThat(feed.refused().get(1)).contains("routing key", "255");
        }
        assertThat(ReadMessage.values(take(name))).containsExactly(0L, 2L);
    }

    @Test
    void aBrokerThatIsShortOfMemoryIsAwaited() throws IOException {
        String name = bench.exchangeWithQueue();
        try (Feed feed = feed(options(name, "timeout", "2s"))) {
            feed.publish(Feed.count(0, 3, "a.x"));
            bench.broker().control("set_vm_memory_high_watermark", "absolute", "1MB");
            SampleBatch next = Feed.count(3, 500, "a.x");
            assertThatThrownBy(() -> feed.publish(next)).isInstanceOf(IOException.class);
            assertThat(feed.sink().health().well()).isFalse();
            bench.broker().control("set_vm_memory_high_watermark", "absolute", "1GB");
            feed.publishUntilTaken(PATIENCE, next);
            assertThat(feed.sink().health().well()).isTrue();
        }
        assertThat(ReadMessage.values(take(name)))
                .containsAll(LongStream.range(0, 503).boxed().toList());
    }

    @Test
    void aBrokerThatIsKilledAndComesBackHasAllThatItConfirmed() throws Exception {
        String queue = AmqpBench.newName();
        bench.reader().tell("queue " + queue);
        try (Feed feed = feed(options("", "routingKey", queue))) {
            feed.publish(Feed.count(0, 100, "a.x", "b.x"));
            // What it has confirmed is on disk, but that there is such a queue it writes within seconds.
            bench.broker().control("eval", "mnesia:sync_log().");
            bench.broker().kill();
            SampleBatch next = Feed.count(100, 100, "a.x", "b.x");
            try {
                assertThatThrownBy(() -> feed.publish(next)).isInstanceOf(IOException.class);
                assertThat(feed.sink().health().well()).isFalse();
            } finally {
                bench.restart();
            }
            feed.publishUntilTaken(PATIENCE, next);
            feed.publish(Feed.count(200, 100, "a.x", "b.x"));
        }
        assertThat(ReadMessage.values(take(queue)))
                .containsExactlyElementsOf(LongStream.range(0, 300).boxed().toList());
    }

    @Test
    void aWrongPasswordIsSaidInWordsAndShownNowhere() throws IOException {
        try (Feed feed = feed(options("amq.topic", "password", "not-the-password"))) {
            assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("refuses user guest")
                    .hasMessageNotContaining("not-the-password");
        }
    }

    @Test
    void bothSidesProveThemselvesOverTls(@TempDir Path folder) throws IOException {
        String name = bench.exchangeWithQueue();
        try (Feed feed =
                feed(secure(name, bench.broker().tlsUrl(), bench.broker().certificate()))) {
            feed.publish(Feed.count(0, 10, "a.x"));
        }
        assertThat(take(name)).hasSize(10);
        Map<String, String> untrusted =
                secure(name, bench.broker().tlsUrl(), TestCertificate.create(folder, "other", "CN=other"));
        try (Feed feed = feed(untrusted)) {
            assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x"))).isInstanceOf(IOException.class);
        }
        assertThat(take(name)).isEmpty();
    }

    @Test
    void aBrokerWhoseCertificateNamesAnotherHostGetsNothing() throws IOException {
        String name = bench.exchangeWithQueue();
        int tlsPort = java.net.URI.create(bench.broker().tlsUrl()).getPort();
        try (FaultProxy other = FaultProxy.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), tlsPort),
                new InetSocketAddress("127.0.0.2", 0),
                1)) {
            Map<String, String> options = secure(
                    name,
                    "amqps://127.0.0.2:" + other.address().getPort(),
                    bench.broker().certificate());
            try (Feed feed = feed(options)) {
                assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x"))).isInstanceOf(IOException.class);
            }
            options.put("checkHost", "false");
            try (Feed feed = feed(options)) {
                feed.publish(Feed.count(0, 1, "a.x"));
            }
        }
        assertThat(take(name)).hasSize(1);
    }

    private Map<String, String> secure(String exchange, String url, TestCertificate certificate) {
        return options(
                exchange,
                "url",
                url,
                "ca",
                certificate.ca().toString(),
                "certificate",
                certificate.certificate().toString(),
                "privateKey",
                certificate.key().toString());
    }
}
