package io.taktstrom.testkit;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares what was published with what a receiver has, whatever form it keeps values in. */
final class ArrivedSamples {

    private ArrivedSamples() {}

    /** Each point's samples, all of them once and in order. */
    static void assertSame(List<RecordedSample> published, List<ReceivedSample> received, SinkUnderTest device) {
        for (String point : points(published)) {
            assertSame(point, of(published, point), arrived(received, point), device);
        }
    }

    /**
     * Each point's samples, all of them at least once, the first time in order; and none that was never sent.
     *
     * @param mayComeAgain how many samples may be there more than once
     */
    static void assertNoneMissing(
            List<RecordedSample> published, List<ReceivedSample> received, int mayComeAgain, SinkUnderTest device) {
        int again = 0;
        for (String point : points(published)) {
            List<ReceivedSample> once = new ArrayList<>(new LinkedHashSet<>(arrived(received, point)));
            again += arrived(received, point).size() - once.size();
            assertSame(point, of(published, point), once, device);
        }
        assertThat(again).as("samples that came again").isLessThanOrEqualTo(mayComeAgain);
    }

    private static Set<String> points(List<RecordedSample> published) {
        Set<String> points = new LinkedHashSet<>();
        published.forEach(sample -> points.add(sample.point()));
        return points;
    }

    private static List<RecordedSample> of(List<RecordedSample> published, String point) {
        return published.stream().filter(sample -> sample.point().equals(point)).toList();
    }

    private static List<ReceivedSample> arrived(List<ReceivedSample> received, String point) {
        return received.stream().filter(sample -> sample.point().equals(point)).toList();
    }

    private static void assertSame(
            String point, List<RecordedSample> published, List<ReceivedSample> received, SinkUnderTest device) {
        for (int i = 0; i < Math.min(published.size(), received.size()); i++) {
            RecordedSample sent = published.get(i);
            ReceivedSample got = received.get(i);
            String which = "sample " + i + " of " + point;
            if (!isSame(sent.value(), got.value())) {
                throw new AssertionError(which + ": sent " + sent.value() + ", the receiver has " + got.value());
            }
            if (!device.missing().containsKey(SinkContract.STATUS)) {
                assertThat(got.status()).as("status of " + which).isEqualTo(StatusCode.name(sent.status()));
            }
            if (!device.missing().containsKey(SinkContract.SOURCE_TIME)) {
                assertThat(got.sourceTime()).as("source time of " + which).isEqualTo(sent.sourceTime());
            }
            if (!device.missing().containsKey(SinkContract.RECEIVED_AT)) {
                assertThat(got.receivedAt()).as("time of receipt of " + which).isEqualTo(sent.receivedAt());
            }
        }
        assertThat(received).as("samples of " + point).hasSameSizeAs(published);
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
        return sent.toString().equals(text);
    }

    private static boolean isSame(List<?> sent, List<?> got) {
        boolean same = sent.size() == got.size();
        for (int i = 0; same && i < sent.size(); i++) {
            same = isSame(sent.get(i), got.get(i));
        }
        return same;
    }
}
