package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What the options of sampling make node-opcua send, which knows them all. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SamplingIT {

    private static final String LEVEL = PeerServer.address("level");
    private static final String COUNTER = PeerServer.address("counter");

    /** Each change, sent at once. */
    private static final SubscriptionSettings EACH = SubscriptionSettings.onChange(Duration.ZERO);

    @AutoClose
    private PeerServer server;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.nodeOpcua();
    }

    private void set(String name, Object... values) throws IOException {
        for (Object value : values) {
            server.tell("set " + name + " " + value);
        }
    }

    private static List<@Nullable Object> values(RecordingSink sink) {
        return sink.samples().stream().map(RecordedSample::value).toList();
    }

    private RecordingSink subscribed(Connection connection, String address, SubscriptionSettings settings, Object first)
            throws IOException {
        RecordingSink sink = new RecordingSink(Duration.ofSeconds(60));
        connection.subscribe(connection.resolve(List.of(DataPoint.of(address))), settings, sink);
        sink.awaitValue(address, first);
        return sink;
    }

    @Test
    void anAbsoluteDeadbandKeepsSmallChangesBack() throws IOException {
        set("level", 0);
        try (Connection connection = Connectors.connect(server.uri() + "&deadband=5")) {
            RecordingSink sink = subscribed(connection, LEVEL, EACH, 0.0);
            set("level", 3, 5, 6, 10, 12);
            sink.awaitValue(LEVEL, 12.0);
            assertThat(values(sink)).containsExactly(0.0, 6.0, 12.0);
        }
    }

    @Test
    void aDeadbandInPercentIsOfTheRangeOfThePoint() throws IOException {
        set("level", 0);
        try (Connection connection = Connectors.connect(server.uri() + "&deadband=10%25")) {
            RecordingSink sink = subscribed(connection, LEVEL, EACH, 0.0);
            set("level", 15, 20, 21, 40, 42);
            sink.awaitValue(LEVEL, 42.0);
            assertThat(values(sink)).containsExactly(0.0, 21.0, 42.0);
        }
    }

    @Test
    void aDeadbandInPercentOfAPointWithoutARangeIsOneBadPoint() throws IOException {
        try (Connection connection = Connectors.connect(server.uri() + "&deadband=10%25")) {
            RecordingSink sink = new RecordingSink(Duration.ofSeconds(60));
            connection.subscribe(connection.resolve(List.of(DataPoint.of(COUNTER))), EACH, sink);
            RecordedSample refused = sink.awaitCount(1).get(0);
            assertThat(StatusCode.isBad(refused.status()))
                    .as(StatusCode.name(refused.status()))
                    .isTrue();
        }
    }

    @Test
    void onlyIfAskedForIsTheSameValueAtALaterTimeASample() throws IOException {
        set("counter", 1);
        try (Connection connection = Connectors.connect(server.uri());
                Connection timed = Connectors.connect(server.uri() + "&trigger=statusValueTimestamp")) {
            RecordingSink changes = subscribed(connection, COUNTER, EACH, 1L);
            RecordingSink all = subscribed(timed, COUNTER, EACH, 1L);
            set("counter", 1, 1, 2);
            changes.awaitValue(COUNTER, 2L);
            all.awaitValue(COUNTER, 2L);
            assertThat(values(changes)).containsExactly(1L, 2L);
            // The server's clock has milliseconds: two times may be the same.
            assertThat(values(all)).startsWith(1L, 1L).endsWith(2L);
        }
    }

    @Test
    void aFullQueueDropsTheOldestValuesOrTheNewestButOneAndSaysSo() throws IOException {
        SubscriptionSettings slow =
                new SubscriptionSettings(SubscriptionSettings.Trigger.ON_CHANGE, Duration.ZERO, Duration.ofSeconds(2));
        set("counter", 0);
        try (Connection connection = Connectors.connect(server.uri() + "&queueSize=3");
                Connection keeping = Connectors.connect(server.uri() + "&queueSize=3&discardOldest=false")) {
            RecordingSink newest = subscribed(connection, COUNTER, slow, 0L);
            RecordingSink oldest = subscribed(keeping, COUNTER, slow, 0L);
            server.tell("count 1 10");
            newest.awaitValue(COUNTER, 10L);
            oldest.awaitValue(COUNTER, 10L);
            assertThat(values(newest)).endsWith(8L, 9L, 10L).doesNotContain(5L);
            assertThat(values(oldest)).endsWith(1L, 2L, 10L).doesNotContain(5L);
            assertThat(newest.samples()).anyMatch(sample -> StatusCode.hasOverflow(sample.status()));
            assertThat(oldest.samples()).anyMatch(sample -> StatusCode.hasOverflow(sample.status()));
        }
    }
}
