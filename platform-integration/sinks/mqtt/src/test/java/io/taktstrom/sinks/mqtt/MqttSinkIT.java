package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.TestOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the options do, as another client hears it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MqttSinkIT {

    private static final TestPoints SPEED = TestPoints.of("press1.axis.speed", ScalarType.DINT);
    private static final TestPoints FORCE = TestPoints.of("press2.force", ScalarType.LREAL, "press2");

    @AutoClose
    private SharedBroker broker;

    @BeforeAll
    void start() throws IOException {
        broker = new SharedBroker();
    }

    @BeforeEach
    void forget() throws IOException {
        // What is kept of one test is none of the next.
        for (Heard heard : Heard.by(broker.peer())) {
            broker.peer().publish(heard.topic(), "", true);
        }
        broker.peer().reset();
    }

    private TestSink sink(String... options) throws IOException {
        Map<String, String> usual =
                Map.of("url", "mqtt://127.0.0.1:" + broker.mosquitto().address().getPort());
        return TestSink.open(new MqttSinkProvider(), TestOptions.of(usual, options));
    }

    private List<Heard> heard() throws IOException {
        return Heard.by(broker.peer());
    }

    @Test
    void aTopicIsMadeOfThePointAndAnyNameBecomesOne() throws IOException {
        try (TestSink sink = sink("topic", "plant/{connection}/{label:line}/{point.2../}", "format", "value")) {
            sink.publish(
                    SPEED.sample(7),
                    TestPoints.of("a/b+c#d%.$x.\u0001", ScalarType.DINT).sample(8));
        }
        assertThat(heard())
                .extracting(Heard::topic, Heard::payload)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("plant/press1/A/axis/speed", "7"),
                        org.assertj.core.groups.Tuple.tuple("plant/press1/A/%24x/%01", "8"));
    }

    @ParameterizedTest
    @CsvSource({"0, 5", "1, 5", "2, 5", "0, 3.1.1", "1, 3.1.1", "2, 3.1.1"})
    void everyQualityOfServiceDeliversAllInOrder(int qos, String version) throws IOException {
        try (TestSink sink =
                sink("qos", String.valueOf(qos), "version", version, "format", "value", "maxInFlight", "7")) {
            sink.publish(SPEED.count(TestPoints.TIME, 0, 500), SPEED.count(TestPoints.TIME, 500, 500));
        }
        assertThat(heard()).allMatch(message -> message.qos() == qos);
        assertThat(heard())
                .extracting(Heard::payload)
                .containsExactlyElementsOf(
                        IntStream.range(0, 1000).mapToObj(Integer::toString).toList());
    }

    @Test
    void samplesOfATopicShareAMessageWhereTheFormatHoldsMany() throws IOException {
        try (TestSink sink = sink("topic", "{connection}", "format", "columns", "fields", "point, value")) {
            sink.publish(SPEED.sample(1), FORCE.sample(2.5), SPEED.sample(3));
        }
        assertThat(heard())
                .extracting(Heard::topic, Heard::payload)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "press1", "{\"point\":[\"press1.axis.speed\",\"press1.axis.speed\"],\"value\":[1,3]}"),
                        org.assertj.core.groups.Tuple.tuple(
                                "press2", "{\"point\":[\"press2.force\"],\"value\":[2.5]}"));
    }

    @Test
    void aMessageOfManyEndsWhenItIsLargeEnough() throws IOException {
        try (TestSink sink = sink("topic", "all", "format", "json-array", "batchSize", "1KiB")) {
            sink.publish(SPEED.count(TestPoints.TIME, 0, 100));
        }
        assertThat(heard())
                .hasSizeGreaterThan(5)
                .allMatch(message -> message.payload().length() < 1400);
    }

    private static SampleBatch[] largeUnit() {
        return IntStream.range(0, 4)
                .mapToObj(i -> SPEED.count(TestPoints.TIME, 1_500L * i, 1_500))
                .toArray(SampleBatch[]::new);
    }

    private List<Integer> values() throws IOException {
        Pattern value = Pattern.compile("\"value\":(\\d+)");
        return heard().stream()
                .flatMap(message -> value.matcher(message.payload()).results())
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"json, 5", "json-array, 5", "json-array, 3.1.1"})
    void aLargeUnitIsSentWhileItIsMadeOnceAndInOrder(String format, String version) throws IOException {
        try (TestSink sink = sink("topic", "all", "format", format, "version", version)) {
            sink.publish(() -> Awaitility.await().until(() -> !heard().isEmpty()), largeUnit());
        }
        assertThat(values())
                .containsExactlyElementsOf(IntStream.range(0, 6_000).boxed().toList());
    }

    @Test
    void aLargeUnitThatIsCutOffWhileItIsMadeComesAgain() throws IOException {
        try (FaultProxy proxy = broker.proxy();
                TestSink sink = sink("url", url(proxy), "topic", "all", "format", "json-array")) {
            assertThatThrownBy(() ->
                            sink.publish(() -> proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0)), largeUnit()))
                    .isInstanceOf(IOException.class);
            proxy.clear();
            sink.publishAgain(2, largeUnit());
        }
        // The second attempt begins with the first message that was not acknowledged.
        List<Integer> values = values();
        int again = IntStream.range(1, values.size())
                .filter(i -> values.get(i) < values.get(i - 1))
                .max()
                .orElse(0);
        int first = values.get(again);
        assertThat(values.subList(again, values.size()))
                .containsExactlyElementsOf(IntStream.range(first, 6_000).boxed().toList());
        assertThat(values.subList(0, first))
                .containsExactlyElementsOf(IntStream.range(0, first).boxed().toList());
    }

    @Test
    void mqtt5SaysWhatIsBesideThePayload() throws IOException {
        try (TestSink sink = sink("format", "value", "properties", "true", "expiry", "1h", "retain", "true")) {
            sink.publish(SPEED.count(TestPoints.TIME, 1, 1));
        }
        Heard heard = heard().get(0);
        assertThat(heard.contentType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(heard.expiry()).isBetween(1L, 3600L);
        assertThat(heard.properties())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "status", "Good",
                        "sourceTime", Long.toString(TestPoints.TIME),
                        "receivedAt", Long.toString(TestPoints.TIME)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void weSayThatWeAreThereAndThatWeGo(String version) throws IOException {
        try (TestSink sink = sink("statusTopic", "{sink}/status", "version", version)) {
            sink.publish(SPEED.sample(1));
        }
        assertThat(heard())
                .filteredOn(message -> message.topic().equals("plant/status"))
                .extracting(Heard::payload)
                .containsExactly("online", "offline");
    }

    @Test
    void theBrokerSaysThatWeAreGoneWhenWeCannot() throws IOException {
        try (FaultProxy proxy = broker.proxy();
                TestSink sink = sink("url", url(proxy), "statusTopic", "s", "offline", "gone")) {
            sink.publish(SPEED.sample(1));
            proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(heard())
                            .filteredOn(message -> message.topic().equals("s"))
                            .extracting(Heard::payload)
                            .containsExactly("online", "gone"));
            proxy.clear();
            sink.publishUntilTaken(SPEED.sample(2));
            assertThat(heard())
                    .filteredOn(message -> message.topic().equals("s"))
                    .extracting(Heard::payload)
                    .containsExactly("online", "gone", "online");
        }
    }

    private static String url(FaultProxy proxy) {
        return "mqtt://127.0.0.1:" + proxy.address().getPort();
    }

    /** Each answer takes longer than a tenth of the limit, all of them far longer than the limit. */
    @Test
    void aSlowBrokerIsWaitedForAsLongAsItAnswers() throws IOException {
        try (FaultProxy proxy = broker.proxy();
                TestSink sink = sink("url", url(proxy), "format", "value", "maxInFlight", "5", "ackTimeout", "1s")) {
            proxy.arm(new Fault.Delay(Direction.TO_CLIENT, java.time.Duration.ofMillis(120)));
            sink.publish(SPEED.count(TestPoints.TIME, 0, 60));
            assertThat(heard()).hasSize(60);
        }
    }

    @Test
    void aBrokerThatIsSilentIsGivenUpAndNothingIsMissing() throws IOException {
        try (FaultProxy proxy = broker.proxy();
                TestSink sink = sink("url", url(proxy), "format", "value", "ackTimeout", "200ms")) {
            sink.publish(SPEED.sample(0));
            var stall = proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> sink.publish(SPEED.sample(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer from the broker within 200 ms");
            assertThat(sink.health().well()).isFalse();
            stall.disarm();
            sink.publishUntilTaken(SPEED.sample(2));
            assertThat(heard())
                    .extracting(Heard::payload)
                    .startsWith("0")
                    .endsWith("2")
                    .contains("1");
        }
    }

    /** A weekend in small: no thread is left behind by sessions that never opened. */
    @Test
    void aLongOutageLeavesNoThreadsBehind() throws IOException {
        try (FaultProxy proxy = broker.proxy();
                TestSink sink = sink("url", url(proxy), "format", "value")) {
            sink.publish(SPEED.sample(0));
            proxy.arm(new Fault.Refuse());
            proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            for (int attempt = 0; attempt < 200; attempt++) {
                SampleBatch sample = SPEED.sample(1);
                org.assertj.core.api.Assertions.assertThatThrownBy(() -> sink.publish(sample))
                        .isInstanceOf(IOException.class);
            }
            Awaitility.await()
                    .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                            .extracting(Thread::getName)
                            .filteredOn(name -> name.startsWith("takt-mqtt"))
                            .isEmpty());
            assertThat(sink.notices()).hasSizeLessThan(4);
            proxy.clear();
            sink.publishUntilTaken(SPEED.sample(2));
            assertThat(heard()).extracting(Heard::payload).containsExactly("0", "2");
        }
    }

    /** mosquitto says nothing to the one that goes; both are told all the same. */
    @Test
    void twoClientsOfOneNameAreToldOfEachOther() throws IOException {
        try (TestSink first = sink("clientId", "same", "format", "value");
                TestSink second = sink("clientId", "same", "format", "value")) {
            first.publish(SPEED.sample(0));
            for (int i = 1; i < 5; i++) {
                second.publishUntilTaken(SPEED.sample(i));
                first.publishUntilTaken(SPEED.sample(-i));
            }
            Awaitility.await()
                    .untilAsserted(() -> assertThat(first.notices())
                            .last()
                            .asString()
                            .contains("another client probably uses the client id same"));
            assertThat(heard()).extracting(Heard::payload).contains("0", "1", "-1", "2", "-2", "3", "-3", "4", "-4");
        }
    }
}
