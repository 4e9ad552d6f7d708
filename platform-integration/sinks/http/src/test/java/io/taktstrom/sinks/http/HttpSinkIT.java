package io.taktstrom.sinks.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static io.taktstrom.testkit.TestUnit.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is sent, and what each answer means. */
@SuppressWarnings("NullAway.Init") // set before each test
class HttpSinkIT {

    private static final PlantPoints COUNTER = new PlantPoints(PlantPoints.point("count", ScalarType.DINT));

    private final ManualClock clock = new ManualClock(0);
    private Receiver receiver;
    private Sink sink;

    @BeforeEach
    void start() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void end() throws IOException {
        sink.close();
        receiver.close();
    }

    private SinkInlet open(String... more) throws IOException {
        HttpProvider provider = new HttpProvider();
        SinkContext standard = SinkContext.standard("plant");
        sink = provider.open(
                provider.descriptor().values("plant", receiver.with(more)),
                new SinkContext("plant", standard.paths(), clock, standard.observer()));
        return sink.inlet("all", List.of());
    }

    private List<Integer> values() throws IOException {
        return receiver.list("samples").stream()
                .map(sample -> sample.get("value").intValue())
                .toList();
    }

    /** So many numbers from here on. */
    private static SampleBatch count(int first, int count) {
        Object[] values = IntStream.range(first, first + count).boxed().toArray();
        return COUNTER.samples(first, values);
    }

    private static List<Integer> counted(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void aUnitIsOneRequestWithItsKeyTypeAndHeaders() throws IOException {
        SinkInlet inlet = open(
                "headers",
                "X-Plant: north; X-Line: 7",
                "secretHeaders",
                "X-Api-Key: k",
                "token",
                "t0k",
                "gzip",
                "true");
        publish(inlet, 1, 1, count(0, 3), count(3, 2));
        publish(inlet, 2, 1, count(5, 1));
        List<JsonNode> requests = receiver.list("requests");
        assertThat(requests).hasSize(2);
        Map.of(
                        "path", "/samples",
                        "content-type", "application/x-ndjson",
                        "content-encoding", "gzip",
                        "x-plant", "north",
                        "x-line", "7",
                        "x-api-key", "k",
                        "authorization", "Bearer t0k")
                .forEach((name, value) -> assertThat(requests.get(0).get(name).stringValue())
                        .as(name)
                        .isEqualTo(value));
        String key = requests.get(0).get("idempotency-key").stringValue();
        assertThat(key).endsWith("-1-1");
        assertThat(requests.get(1).get("idempotency-key").stringValue())
                .isEqualTo(key.substring(0, key.length() - 1) + "2");
        assertThat(values()).isEqualTo(counted(6));
    }

    private List<String> keys() throws IOException {
        return receiver.list("requests").stream()
                .map(request -> request.get("idempotency-key").stringValue())
                .map(key -> key.substring(key.lastIndexOf('-', key.lastIndexOf('.')) + 1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void aLargeUnitIsSomeRequestsInOrder(String gzip) throws IOException {
        SinkInlet inlet = open("gzip", gzip);
        assertThat(inlet.unitSamples()).isEqualTo(SinkInlet.MAX_UNIT_SAMPLES);
        publish(inlet, 3, 1, count(0, 5_000), count(5_000, 5_000));
        assertThat(keys()).containsExactly("3.0-4096", "3.4096-8192", "3.8192-10000");
        assertThat(values()).isEqualTo(counted(10_000));
    }

    @Test
    void whatWasAnsweredOfAUnitDoesNotComeAgain() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("refuse 41");
        receiver.tell("away 9000");
        assertThatThrownBy(() -> publish(inlet, 3, 1, count(0, 5_000), count(5_000, 5_000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTP 503");
        int before = keys().size();
        receiver.tell("away -1");
        TestUnit unit = publish(inlet, 3, 2, count(0, 5_000), count(5_000, 5_000));
        assertThat(keys().subList(before, keys().size())).containsExactly("3.8192-10000");
        assertThat(unit.refused()).containsOnlyKeys(41);
        assertThat(values()).hasSize(9_999).doesNotContain(41).isSorted().doesNotHaveDuplicates();
        assertThat(publish(inlet, 4, 1, count(10_000, 5)).refused()).isEmpty();
    }

    @Test
    void userAndPasswordAreBasicAuthentication() throws IOException {
        publish(open("user", "takt", "password", "p\u00e4ss"), 1, 1, count(0, 1));
        assertThat(receiver.list("requests").get(0).get("authorization").stringValue())
                .isEqualTo("Basic "
                        + Base64.getEncoder().encodeToString("takt:p\u00e4ss".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whatIsTooLargeGoesInHalves() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("limit 5000");
        assertThat(publish(inlet, 1, 1, count(0, 60), count(60, 40)).refused()).isEmpty();
        assertThat(values()).isEqualTo(counted(100));
        assertThat(receiver.list("requests"))
                .anyMatch(request -> request.get("status").intValue() == 413);
    }

    @Test
    void aSampleThatAloneIsTooLargeIsRefused() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("limit 10");
        TestUnit unit = publish(inlet, 1, 1, count(0, 3));
        assertThat(unit.refused()).containsOnlyKeys(0, 1, 2);
        assertThat(unit.refused().get(1)).contains("too large").contains("413 because I say so");
        assertThat(sink.health().well()).isTrue();
    }

    @Test
    void whatTheReceiverFindsWrongIsFoundAndRefusedAlone() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("refuse 41");
        TestUnit unit = publish(inlet, 1, 1, count(0, 100));
        assertThat(unit.refused()).containsOnlyKeys(41);
        assertThat(unit.refused().get(41)).contains("HTTP 422 because I say so");
        assertThat(values()).hasSize(99).doesNotContain(41).isSorted();
    }

    @Test
    void aReceiverThatFindsAllWrongEndsTheSearch() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("status 400");
        TestUnit unit = publish(inlet, 1, 1, count(0, 4000));
        assertThat(unit.refused()).hasSize(4000);
        assertThat(receiver.list("requests")).hasSizeLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 401, 403, 404, 408, 409, 425, 429, 500, 503})
    void anAnswerThatDoesNotBlameTheContentCostsNoSample(int status) throws IOException {
        SinkInlet inlet = open();
        receiver.tell("status " + status);
        assertThatThrownBy(() -> publish(inlet, 1, 1, count(0, 3)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTP " + status + " because I say so");
        assertThat(sink.health().well()).isFalse();
        assertThat(sink.health().detail()).contains("HTTP " + status);
        receiver.tell("status 0");
        publish(inlet, 1, 2, count(0, 3));
        assertThat(values()).isEqualTo(counted(3));
        assertThat(sink.health().well()).isTrue();
    }

    @Test
    void aReceiverThatAsksForAPauseIsLeftAloneForThatLong() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("status 429 Retry-After 7");
        assertThatThrownBy(() -> publish(inlet, 1, 1, count(0, 3))).hasMessageContaining("429");
        receiver.tell("status 0");
        clock.advance(Duration.ofSeconds(6));
        assertThatThrownBy(() -> publish(inlet, 1, 2, count(0, 3))).hasMessageContaining("429");
        assertThat(receiver.list("requests")).hasSize(1);
        clock.advance(Duration.ofSeconds(2));
        publish(inlet, 1, 3, count(0, 3));
        assertThat(values()).isEqualTo(counted(3));
    }

    @Test
    void aPauseHasALimit() throws IOException {
        SinkInlet inlet = open();
        receiver.tell("status 503 Retry-After 999999");
        assertThatThrownBy(() -> publish(inlet, 1, 1, count(0, 3))).hasMessageContaining("503");
        receiver.tell("status 0");
        clock.advance(HttpTarget.MAX_PAUSE);
        publish(inlet, 1, 2, count(0, 3));
        assertThat(values()).isEqualTo(counted(3));
    }

    @Test
    void whatCannotBeSentIsSaidAtTheStartWithoutItsValue() throws IOException {
        SinkInlet unused = open();
        unused.close();
        assertThatThrownBy(() -> open("secretHeaders", "Content-Length: s3cret"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Content-Length")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> open("user", "u", "token", "t"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("user and password or a token");
        assertThatThrownBy(() -> open("url", "http://[1:2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not an address");
    }
}
