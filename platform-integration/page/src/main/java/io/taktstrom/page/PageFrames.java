package io.taktstrom.page;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.runtime.tap.TapReading;
import tools.jackson.databind.json.JsonMapper;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/** Makes the frames that pages are sent: server-sent events with JSON in them. One thread. */
final class PageFrames {

    private static final JsonMapper JSON = new JsonMapper();

    private final EpochNanoClock clock;
    private final TapReading reading = new TapReading();

    PageFrames(EpochNanoClock clock) {
        this.clock = clock;
    }

    /**
     * The rows that a page shows.
     *
     * @param total points that are sampled
     * @param matched points that its search finds
     */
    record Rows(long now, int total, int matched, int offset, List<Row> rows) {}

    /**
     * One of them.
     *
     * @param key by which the page names the point
     * @param write the point's name if it may be written, else empty
     * @param limits within which it may, in words; empty for none
     * @param at when its last sample was received, epoch milliseconds; 0 when there was none
     * @param spark the last minute, now and then; otherwise empty
     */
    record Row(
            String key,
            String name,
            String about,
            String write,
            String limits,
            String value,
            String unit,
            String status,
            String severity,
            long at,
            double rate,
            List<Float> spark) {}

    /**
     * What plotted points are now.
     *
     * @param values in the order of the keys; NaN where there is none
     */
    record Plotted(long now, List<String> keys, List<Double> values) {}

    /**
     * What points were that have just been chosen, second by second.
     *
     * @param now when the last was, epoch milliseconds
     */
    record Past(long now, List<Series> series) {}

    record Series(String key, String name, String unit, List<Float> values) {}

    /**
     * What happened.
     *
     * @param at epoch milliseconds
     * @param kind {@code raised}, {@code cleared} or {@code notice}
     * @param condition what it made of its subject
     */
    record Event(long at, String kind, Condition condition, String text) {

        static Event of(HealthEvent event) {
            return new Event(
                    event.at() / NANOS_PER_MILLI,
                    event.kind().name().toLowerCase(Locale.ROOT),
                    event.severity(),
                    DisplayText.sentence(
                            saysWhose(event)
                                    ? event.text()
                                    : OverviewReader.sentence(event.subject(), event.code(), event.text())));
        }

        /** Notices and alarms begin with the name of what they are about. */
        private static boolean saysWhose(HealthEvent event) {
            return event.kind() == HealthEvent.Kind.NOTICE || event.subject().kind() == Subject.Kind.ALARM;
        }
    }

    static byte[] event(String name, String json) {
        return text(name, json).getBytes(StandardCharsets.UTF_8);
    }

    static String text(String name, String json) {
        return "event: " + name + "\ndata: " + json + "\n\n";
    }

    static byte[] event(String name, Object content) {
        return event(name, JSON.writeValueAsString(content));
    }

    /** The rows of a view. */
    Rows rows(PointTable table, PointHistory history, int[] found, View view, boolean withSparks) {
        int offset = Math.min(view.offset(), Math.max(0, found.length - 1));
        int end = Math.min(found.length, offset + view.count());
        List<Row> rows = new ArrayList<>(end - offset);
        for (int i = offset; i < end; i++) {
            rows.add(row(table.at(found[i]), found[i], history, withSparks));
        }
        return new Rows(nowMillis(), table.size(), found.length, offset, rows);
    }

    private long nowMillis() {
        return clock.epochNanos() / NANOS_PER_MILLI;
    }

    private Row row(PointTable.Entry entry, int place, PointHistory history, boolean withSparks) {
        DataPoint point = entry.config().point();
        boolean hasSample = entry.read(reading);
        SampleBatch batch = reading.batch();
        return new Row(
                entry.key(),
                DisplayText.of(point.name()),
                about(entry),
                point.writable() ? entry.config().name() : "",
                point.writable()
                        ? DisplayText.of(PageWrites.words(entry.config().limits()))
                        : "",
                hasSample ? PointValue.text(reading, entry.config()) : "",
                DisplayText.of(point.unit()),
                hasSample ? StatusCode.name(batch.statusAt(0)) : "no sample yet",
                (hasSample ? Severity.ofStatus(batch.statusAt(0)) : Severity.NONE).text(),
                hasSample && batch.receivedAt() != SampleBatch.NO_TIME ? batch.receivedAt() / NANOS_PER_MILLI : 0,
                history.rate(place),
                withSparks ? history.spark(place) : List.of());
    }

    /** Where it comes from, and its labels. */
    private static String about(PointTable.Entry entry) {
        DataPoint point = entry.config().point();
        String labels = point.labels().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(" "));
        return DisplayText.of(entry.config().connection() + " \u00b7 " + point.address()
                + (labels.isEmpty() ? "" : " \u00b7 " + labels));
    }

    Plotted plotted(PointTable table, List<String> keys) {
        List<Double> values = new ArrayList<>(keys.size());
        for (String key : keys) {
            int place = table.place(key);
            boolean hasSample = place >= 0 && table.at(place).read(reading);
            values.add(hasSample ? PointValue.number(reading, table.at(place).config()) : Double.NaN);
        }
        return new Plotted(nowMillis(), keys, values);
    }

    Past past(PointTable table, PointHistory history, List<String> keys, long lookedAtMillis) {
        List<Series> series = new ArrayList<>();
        for (String key : keys) {
            int place = table.place(key);
            if (place >= 0) {
                DataPoint point = table.at(place).config().point();
                series.add(new Series(
                        key, DisplayText.of(point.name()), DisplayText.of(point.unit()), history.all(place)));
            }
        }
        return new Past(lookedAtMillis, series);
    }

    /** All in one, so that a browser gets all or nothing. */
    static byte[] joined(List<byte[]> events) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        events.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
