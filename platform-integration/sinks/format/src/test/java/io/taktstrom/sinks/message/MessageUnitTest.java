package io.taktstrom.sinks.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.TimeFormat;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.TestUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class MessageUnitTest {

    private static final FieldSelection FIELDS = FieldSelection.of(List.of("point", "value"), TimeFormat.RFC3339, "");

    private static MessageUnit<String> unit(PayloadFormat format, int maxBytes) {
        // The connection's part of a name.
        return new MessageUnit<>(format, FIELDS, point -> point.name().split("\\.", -1)[0], maxBytes);
    }

    private static List<String> messages(MessageUnit<String> unit) {
        return IntStream.range(0, unit.size())
                .mapToObj(m -> unit.route(m) + " " + new String(unit.payload(m), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void aFormatOfOneSampleMakesAMessageOfEach() {
        MessageUnit<String> unit = unit(PayloadFormat.JSON, 1_000);
        unit.add(Batches.counters("a.x", "b.y").count(0, 2));
        unit.add(Batches.counters("a.z").count(2, 1));
        unit.complete();
        assertThat(messages(unit))
                .containsExactly(
                        "a {\"point\":\"a.x\",\"value\":0}",
                        "b {\"point\":\"b.y\",\"value\":1}",
                        "a {\"point\":\"a.z\",\"value\":2}");
        assertThat(unit.bytes()).isEqualTo(3 * unit.bytes(0));
    }

    @Test
    void aFormatOfManyGathersTheSamplesOfEachRouteOverAllBatches() {
        MessageUnit<String> unit = unit(PayloadFormat.VALUE, 1_000);
        assertThat(unit.size()).isZero();
        unit = unit(PayloadFormat.COLUMNS, 10_000);
        unit.add(Batches.counters("a.x", "b.y").count(0, 4));
        unit.add(Batches.counters("a.z").count(4, 1));
        unit.complete();
        assertThat(messages(unit))
                .containsExactly(
                        "a {\"point\":[\"a.x\",\"a.x\",\"a.z\"],\"value\":[0,2,4]}",
                        "b {\"point\":[\"b.y\",\"b.y\"],\"value\":[1,3]}");
    }

    @Test
    void whatWillNotChangeAnyMoreIsKnownWhileTheUnitIsMade() {
        MessageUnit<String> alone = unit(PayloadFormat.JSON, 1_000);
        alone.add(Batches.counters("a.x", "b.y").count(0, 3));
        assertThat(alone.whole()).isEqualTo(3);
        alone.clear();
        assertThat(alone.whole()).isZero();

        MessageUnit<String> many = unit(PayloadFormat.JSON_ARRAY, 2_000);
        many.add(Batches.counters("a.x", "b.y").count(0, 4));
        assertThat(many.size()).isEqualTo(2);
        assertThat(many.whole()).isZero();
        many.add(Batches.counters("a.x").count(4, 200));
        // Only the first of a is; what is behind b's begins with it.
        assertThat(many.whole()).isEqualTo(1);
        many.complete();
        assertThat(many.whole()).isEqualTo(many.size()).isGreaterThan(2);
    }

    @Test
    void aMessageEndsBeforeItIsTooLargeAndALargeSampleTakesNoOtherWithIt() {
        MessageUnit<String> unit = unit(PayloadFormat.JSON_ARRAY, 2_000);
        unit.add(Batches.texts("a.x").texts(10, 10, 3_000, 10, 10));
        unit.complete();
        assertThat(IntStream.range(0, unit.size()).map(unit::bytes).filter(bytes -> bytes > 2_000))
                .hasSize(1);
        TestUnit flushUnit = new TestUnit(1, 1).deliver(5, true);
        IntStream.range(0, unit.size())
                .filter(m -> unit.bytes(m) > 2_000)
                .forEach(m -> unit.refuse(m, flushUnit, "too large"));
        assertThat(flushUnit.refused()).containsOnlyKeys(2);
    }

    @Test
    void theSameUnitGivesTheSameMessagesAgain() {
        MessageUnit<String> unit = unit(PayloadFormat.JSON_LINES, 2_000);
        SampleBatch batch = Batches.counters("a.x", "b.y", "c.z").count(0, 300);
        unit.add(batch);
        unit.complete();
        List<String> first = messages(unit);
        unit.clear();
        assertThat(unit.size()).isZero();
        unit.add(batch);
        unit.complete();
        assertThat(messages(unit)).isEqualTo(first).hasSizeGreaterThan(3);
    }

    @Test
    void messagesEndWhereTheyWouldHoweverTheirSamplesCome() {
        List<List<String>> all = new ArrayList<>();
        for (int samples : new int[] {1, 7, 300}) {
            MessageUnit<String> unit = unit(PayloadFormat.COLUMNS, 1_000);
            for (int from = 0; from < 300; from += samples) {
                unit.add(Batches.counters("a.x").count(from, Math.min(samples, 300 - from)));
            }
            unit.complete();
            all.add(messages(unit));
        }
        assertThat(all.get(0)).hasSizeGreaterThan(2);
        assertThat(all.get(1)).isEqualTo(all.get(0));
        assertThat(all.get(2)).isEqualTo(all.get(0));
    }

    @Test
    void whatWasBegunAndForgottenIsNotInTheNextUnit() {
        MessageUnit<String> unit = unit(PayloadFormat.COLUMNS, 2_000);
        unit.add(Batches.counters("a.x").count(0, 2));
        unit.clear();
        unit.add(Batches.counters("a.x").count(7, 1));
        unit.complete();
        assertThat(messages(unit)).containsExactly("a {\"point\":[\"a.x\"],\"value\":[7]}");
    }

    @Test
    void refusingAMessageRefusesAllItsSamples() {
        MessageUnit<String> unit = unit(PayloadFormat.COLUMNS, 10_000);
        unit.add(Batches.counters("a.x", "b.y").count(0, 4));
        unit.complete();
        TestUnit flushUnit = new TestUnit(1, 1).deliver(4, true);
        unit.refuse(1, flushUnit, "no");
        assertThat(flushUnit.refused()).containsOnlyKeys(1, 3);
    }

    @Test
    void headersTellWhatABareValueDoesNot() {
        MessageUnit<String> unit = unit(PayloadFormat.VALUE, 1_000);
        unit.add(Batches.counters("a.x").count(5, 1));
        unit.complete();
        Map<String, String> headers = new LinkedHashMap<>();
        unit.headers(0, headers::put);
        assertThat(headers)
                .containsExactly(
                        Map.entry("content-type", "text/plain; charset=utf-8"),
                        Map.entry("point", "a.x"),
                        Map.entry("status", "Good"),
                        Map.entry("sourceTime", "2026-11-22T07:05:09.000000001Z"),
                        Map.entry("receivedAt", "2026-11-22T07:05:09.000000001Z"));
    }

    @Test
    void timesInHeadersHaveTheirNineDigitsThoseOfWholeSecondsToo() {
        MessageUnit<String> unit = unit(PayloadFormat.VALUE, 1_000);
        Batches points = Batches.counters("a.x");
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(points, Batches.TIME - 1, 0);
        batch.add(0, Batches.TIME - 1, StatusCode.GOOD, 5);
        unit.add(batch);
        unit.complete();
        Map<String, String> headers = new LinkedHashMap<>();
        unit.headers(0, headers::put);
        assertThat(headers)
                .containsEntry("sourceTime", "2026-11-22T07:05:09.000000000Z")
                .containsEntry("receivedAt", "2026-11-22T07:05:09.000000000Z");
    }

    @ParameterizedTest
    @EnumSource(PayloadFormat.class)
    void upToTheEncodedPayloadNothingIsAllocated(PayloadFormat format) throws Exception {
        MessageUnit<String> unit = unit(format, 100_000);
        SampleBatch batch = Batches.counters("a.x", "a.y", "b.z").count(0, 300);
        AllocationMeter.currentThread().assertZeroPerOperation(1_000, () -> {
            unit.add(batch);
            unit.complete();
            unit.clear();
        });
    }
}
