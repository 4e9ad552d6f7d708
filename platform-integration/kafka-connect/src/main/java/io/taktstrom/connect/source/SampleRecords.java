package io.taktstrom.connect.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.Template;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Makes Connect's records of the samples of one stream.
 *
 * <pre>
 *   key    {point} or what the connector's key says
 *   value  point, value (null when Bad), status, sourceTime, receivedAt (epoch nanoseconds), sequence, run
 * </pre>
 *
 * <p>One thread.
 */
final class SampleRecords {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Template topic;
    private final Template key;
    private final boolean headers;
    private final String stream;
    private final Numbering numbering;
    private final PointCache<Target> targets = new PointCache<>(this::target);
    private final Map<DataType, Schema> schemas = new HashMap<>();
    /** The number that a source's next sample has, if none is missing; by group, which is its source. */
    private final IdentityHashMap<PointGroup, Long> expected = new IdentityHashMap<>();
    /** The same before the flush unit that is being made. */
    private final IdentityHashMap<PointGroup, Long> expectedBefore = new IdentityHashMap<>();
    /** When the first samples with values of each source were received. */
    private final IdentityHashMap<PointGroup, Long> firstReceived = new IdentityHashMap<>();
    /** Points of which this run has published: their first sample is marked, for a run before may have ended at any time. */
    private final Set<String> begun = new HashSet<>();
    /** Those of the flush unit that is being made. */
    private final Set<String> beginning = new HashSet<>();

    /** What all records of a point have in common. */
    private record Target(
            DataPoint point,
            DataType type,
            Schema schema,
            Field value,
            String topic,
            @Nullable String key,
            Numbering.Series series,
            ConnectHeaders headers) {}

    SampleRecords(OptionValues options, String sink, String stream, Numbering numbering) {
        topic = options.get(SourceOptions.TOPIC).ofStream(sink, stream);
        key = options.get(SourceOptions.KEY).ofStream(sink, stream);
        headers = options.get(SourceOptions.HEADERS);
        this.stream = stream;
        this.numbering = numbering;
    }

    private Target target(PointGroup group, int index) {
        DataPoint point = group.points().get(index);
        DataType type = group.typeAt(index);
        Schema schema = schemas.computeIfAbsent(type, SampleRecords::schema);
        ConnectHeaders all = new ConnectHeaders();
        if (headers) {
            all.addString("connection", point.connection());
            all.addString("stream", stream);
            all.addString("type", type.text());
            if (!point.unit().isEmpty()) {
                all.addString("unit", point.unit());
            }
        }
        String text = key.of(point);
        return new Target(
                point,
                type,
                schema,
                schema.field("value"),
                topic.of(point),
                text.isEmpty() ? null : text,
                numbering.of(point.connection(), stream),
                all);
    }

    private static Schema schema(DataType type) {
        return SchemaBuilder.struct()
                .name("io.taktstrom.sample." + ConnectValue.name(type.text()))
                .version(1)
                .field("point", Schema.STRING_SCHEMA)
                .field("value", ConnectValue.optional(type))
                .field("status", Schema.STRING_SCHEMA)
                .field("sourceTime", Schema.OPTIONAL_INT64_SCHEMA)
                .field("receivedAt", Schema.OPTIONAL_INT64_SCHEMA)
                .field("sequence", Schema.INT64_SCHEMA)
                .field("run", Schema.INT64_SCHEMA)
                .build();
    }

    /** Adds the batch's samples to a unit; their series are added to those that it has touched. */
    void add(SampleBatch batch, RecordUnit unit, Set<Numbering.Series> touched) {
        PointGroup group = batch.group();
        Long wanted = expected.put(group, batch.sequence() + batch.size());
        boolean isBacklog = isBacklog(batch);
        long missing = wanted == null ? 0 : Math.max(0, batch.sequence() - wanted);
        for (int i = 0; i < batch.size(); i++) {
            Target target = targets.at(group, batch.pointAt(i));
            Numbering.Series series = target.series();
            touched.add(series);
            if (i == 0) {
                series.skip(missing);
            }
            unit.add(record(batch, i, target, series.take(), unit, isBacklog));
        }
    }

    /** Whether these are the samples that a source had first: another task may have published them, or some of them. */
    private boolean isBacklog(SampleBatch batch) {
        Long first = firstReceived.get(batch.group());
        if (first == null) {
            boolean hasValues = IntStream.range(0, batch.size()).anyMatch(i -> !StatusCode.isBad(batch.statusAt(i)));
            if (hasValues) {
                firstReceived.put(batch.group(), batch.receivedAt());
            }
            return hasValues;
        }
        return first == batch.receivedAt();
    }

    /** The flush unit is published. */
    void keep() {
        expectedBefore.putAll(expected);
        begun.addAll(beginning);
        beginning.clear();
    }

    /** The flush unit comes again. */
    void goBack() {
        expected.clear();
        expected.putAll(expectedBefore);
        beginning.clear();
    }

    private SampleRecord record(
            SampleBatch batch, int i, Target target, long sequence, RecordUnit unit, boolean isBacklog) {
        int status = batch.statusAt(i);
        if (!StatusCode.isBad(status)
                && !begun.contains(target.point().name())
                && beginning.add(target.point().name())) {
            status = StatusCode.withOverflow(status);
        }
        Struct value = new Struct(target.schema());
        value.put("point", target.point().name());
        if (!StatusCode.isBad(status)) {
            value.put(
                    target.value(),
                    ConnectValue.of(target.type(), target.value().schema(), Values.get(batch, i)));
        }
        value.put("status", StatusCode.name(status));
        value.put("sourceTime", time(batch.sourceTimeAt(i)));
        value.put("receivedAt", time(batch.receivedAt()));
        value.put("sequence", sequence);
        value.put("run", target.series().run());
        // A copy: transformations may change a record's own.
        Headers own = target.headers().duplicate();
        if (isBacklog && !StatusCode.isBad(status)) {
            own.addString("repeated", "perhaps");
        }
        long received = batch.receivedAt();
        return new SampleRecord(
                unit,
                target.series().partition(),
                target.series().offset(sequence),
                target.topic(),
                target.key(),
                value,
                received < 0 ? null : received / NANOS_PER_MILLI,
                own);
    }

    private static @Nullable Long time(long epochNanos) {
        return epochNanos == SampleBatch.NO_TIME ? null : epochNanos;
    }
}
