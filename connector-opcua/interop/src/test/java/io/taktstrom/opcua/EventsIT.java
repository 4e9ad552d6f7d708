package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class EventsIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final SubscriptionSettings SETTINGS = SubscriptionSettings.onChange(Duration.ofMillis(10));

    @AutoClose
    private static final PeerServers SERVERS = new PeerServers();

    private final RecordingSink sink = new RecordingSink(LIMIT);

    private JsonNode await(String address, String message) {
        RecordedSample sample = sink.awaitSample(each -> each.point().equals(address)
                && each.value() instanceof String text
                && text.contains('"' + message + '"'));
        return JSON.readTree((String) sample.value());
    }

    @ParameterizedTest
    @EnumSource
    void eventsComeWithTheFieldsThatWereAskedForAndAtTheirTime(PeerServer.Kind peer) throws IOException {
        String events = "events:i=2253?fields=Message,Severity,SourceName,Time,EventId,Nonexistent";
        String speed = PeerServer.address("int32");
        PeerServer server = SERVERS.of(peer);
        try (Connection connection = Connectors.connect(server.uri())) {
            server.tell("set int32 3");
            PointGroup group = connection.resolve(List.of(DataPoint.of(events), DataPoint.of(speed)));
            assertThat(group.typeAt(0)).isInstanceOf(StringType.class);
            connection.subscribe(group, SETTINGS, sink);
            sink.awaitValue(speed, 3L);
            server.tell("event 700 Press too \"hot\"");
            server.tell("event 10 Press fine");
            JsonNode first = JSON.readTree(
                    (String) sink.awaitSample(each -> each.point().equals(events) && StatusCode.isGood(each.status()))
                            .value());
            assertThat(first.get("Message").stringValue()).isEqualTo("too \"hot\"");
            assertThat(first.get("Severity").intValue()).isEqualTo(700);
            assertThat(first.get("SourceName").stringValue()).isEqualTo("Press");
            assertThat(first.get("EventId").stringValue()).isNotEmpty();
            assertThat(first.get("Nonexistent").isNull()).isTrue();
            assertThat(await(events, "fine").get("Severity").intValue()).isEqualTo(10);
            assertThat(sink.samplesOf(events))
                    .allMatch(sample -> sample.sourceTime() > 1_700_000_000_000_000_000L)
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheEventsThatWereAskedForCome(PeerServer.Kind peer) throws IOException {
        String severe = "events:?severity=500";
        String ofPress = "events:i=2253?source=Press&fields=Message";
        String both = "events:i=2253?type=i=2041&severity=500&source=Press&fields=Message";
        PeerServer server = SERVERS.of(peer);
        try (Connection connection = Connectors.connect(server.uri())) {
            PointGroup group =
                    connection.resolve(List.of(DataPoint.of(severe), DataPoint.of(ofPress), DataPoint.of(both)));
            connection.subscribe(group, SETTINGS, sink);
            server.tell("event 499 Oven no");
            server.tell("event 499 Press mild");
            server.tell("event 500 Oven oven");
            server.tell("event 500 Press both");
            server.tell("event 1000 Press last");
            await(severe, "last");
            await(ofPress, "last");
            await(both, "last");
            assertThat(messages(severe)).containsExactly("oven", "both", "last");
            assertThat(messages(ofPress)).containsExactly("mild", "both", "last");
            assertThat(messages(both)).containsExactly("both", "last");
        }
    }

    private List<String> messages(String address) {
        return sink.samplesOf(address).stream()
                .map(sample ->
                        JSON.readTree((String) sample.value()).get("Message").stringValue())
                .toList();
    }

    @Test
    void theFieldsOfATypeOfItsOwnAreThere() throws IOException {
        PeerServer server = SERVERS.of(PeerServer.Kind.ASYNCUA);
        try (Connection connection = Connectors.connect(server.uri())) {
            String type = server.tell("pressure 1.0");
            String events = "events:i=2253?type=" + type + "&fields=Message,2:Pressure";
            connection.subscribe(connection.resolve(List.of(DataPoint.of(events))), SETTINGS, sink);
            server.tell("event 500 Press other");
            server.tell("pressure 2.5");
            RecordedSample sample = sink.awaitSample(each -> each.point().equals(events));
            assertThat(sample.value()).isEqualTo("{\"Message\":\"pressure\",\"Pressure\":2.5}");
        }
    }

    @Test
    void eventsCanBeNeitherReadNorWrittenAndAWrongAddressIsOneBadPoint() throws IOException {
        PeerServer server = SERVERS.of(PeerServer.Kind.ASYNCUA);
        try (Connection connection = Connectors.connect(server.uri())) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("events:").withWritable(),
                    DataPoint.of("events:i=2253?severity=loud"),
                    DataPoint.of("events:" + PeerServer.address("int32")),
                    DataPoint.of(PeerServer.address("int32"))));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo("Bad_NotReadable");
            assertThat(StatusCode.name(batch.statusAt(1))).isEqualTo("Bad_NodeIdInvalid");
            assertThat(StatusCode.name(batch.statusAt(3))).isEqualTo("Good");
            connection.subscribe(group, SETTINGS, sink);
            // The variable's own value may come first.
            String ofVariable = "events:" + PeerServer.address("int32");
            RecordedSample refused = sink.awaitSample(each -> each.point().equals(ofVariable));
            assertThat(StatusCode.isBad(refused.status()))
                    .as("a variable has no events: " + StatusCode.name(refused.status()))
                    .isTrue();
        }
    }
}
