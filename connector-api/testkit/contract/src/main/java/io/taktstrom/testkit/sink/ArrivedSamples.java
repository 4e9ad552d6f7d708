package io.taktstrom.testkit.sink;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.taktstrom.data.StatusCode;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.RecordedSample;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares what was published with what a receiver has, whatever form it keeps values in. */
final class ArrivedSamples {

    private ArrivedSamples() {}

    /** Each point's samples, all of them once and in order. */
    static void assertSame(List<RecordedSample> published, List<ReceivedSample> received, SinkUnderTest device) {
        Map<String, List<ReceivedSample>> arrived = byPoint(received, ReceivedSample::point);
        byPoint(published, RecordedSample::point)
                .forEach((point, sent) -> assertSame(point, sent, arrived.getOrDefault(point, List.of()), device));
    }

    /**
     * Each point's samples, all of them at least once, the first time in order; and none that was never sent.
     *
     * @param mayComeAgain how many samples may be there more than once
     */
    static void assertNoneMissing(
            List<RecordedSample> published, List<ReceivedSample> received, int mayComeAgain, SinkUnderTest device) {
        Map<String, List<ReceivedSample>> arrived = byPoint(received, ReceivedSample::point);
        int again = 0;
        for (Map.Entry<String, List<RecordedSample>> sent :
                byPoint(published, RecordedSample::point).entrySet()) {
            List<ReceivedSample> all = arrived.getOrDefault(sent.getKey(), List.of());
            List<ReceivedSample> once = List.copyOf(new LinkedHashSet<>(all));
            again += all.size() - once.size();
            assertSame(sent.getKey(), sent.getValue(), once, device);
        }
        assertThat(again).as("samples that came again").isLessThanOrEqualTo(mayComeAgain);
    }

    private static <T> Map<String, List<T>> byPoint(List<T> samples, Function<T, String> point) {
        return samples.stream().collect(Collectors.groupingBy(point, LinkedHashMap::new, Collectors.toList()));
    }

    private static void assertSame(
            String point, List<RecordedSample> published, List<ReceivedSample> received, SinkUnderTest device) {
        Set<String> missing = device.missing().keySet();
        for (int i = 0; i < Math.min(published.size(), received.size()); i++) {
            RecordedSample sent = published.get(i);
            ReceivedSample got = received.get(i);
            String difference = difference(sent, got, missing);
            if (difference != null) {
                throw new AssertionError(
                        "%s of sample %d of %s: sent %s, status %s, source time %d, received %d; the receiver has %s"
                                .formatted(
                                        difference,
                                        i,
                                        point,
                                        sent.value(),
                                        StatusCode.name(sent.status()),
                                        sent.sourceTime(),
                                        sent.receivedAt(),
                                        got));
            }
        }
        assertThat(received).as("samples of " + point).hasSameSizeAs(published);
    }

    /** What differs; null when nothing does. No sentence for each sample that is well: a large unit has thousands. */
    private static @Nullable String difference(RecordedSample sent, ReceivedSample got, Set<String> missing) {
        Object value = sent.value();
        if (missing.contains(SinkFeatures.VALUE_NANOSECONDS) && value instanceof LocalDateTime time) {
            value = time.minusNanos(time.get(ChronoField.NANO_OF_SECOND) % 100);
        }
        if (!isSame(value, got.value())) {
            return "value";
        }
        if (!missing.contains(SinkFeatures.STATUS) && !got.status().equals(StatusCode.name(sent.status()))) {
            return "status";
        }
        if (!missing.contains(SinkFeatures.SOURCE_TIME) && got.sourceTime() != sent.sourceTime()) {
            return "source time";
        }
        return !missing.contains(SinkFeatures.RECEIVED_AT) && got.receivedAt() != sent.receivedAt()
                ? "time of receipt"
                : null;
    }

    private static boolean isSame(@Nullable Object sent, @Nullable Object got) {
        if (sent == null || got == null) {
            return sent == got;
        }
        if (sent instanceof List<?> list) {
            return got instanceof List<?> other && isSame(list, other);
        }
        if (sent instanceof Map<?, ?> map) {
            return got instanceof Map<?, ?> other
                    && List.copyOf(map.keySet()).equals(List.copyOf(other.keySet()))
                    && isSame(new ArrayList<>(map.values()), new ArrayList<>(other.values()));
        }
        String text = got.toString();
        if (sent.toString().equals(text)) {
            return true;
        }
        try {
            if (sent instanceof Float number) {
                return Float.compare(number, Float.parseFloat(text)) == 0;
            }
            if (sent instanceof Double number) {
                return Double.compare(number, Double.parseDouble(text)) == 0;
            }
            if (sent instanceof Number number) {
                return new BigDecimal(number.toString()).compareTo(new BigDecimal(text)) == 0;
            }
        } catch (NumberFormatException e) {
            return false;
        }
        return false;
    }

    private static boolean isSame(List<?> sent, List<?> got) {
        boolean same = sent.size() == got.size();
        for (int i = 0; same && i < sent.size(); i++) {
            same = isSame(sent.get(i), got.get(i));
        }
        return same;
    }
}
