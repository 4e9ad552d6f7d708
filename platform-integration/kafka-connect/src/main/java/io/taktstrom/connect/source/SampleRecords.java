package io.taktstrom.connect.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.Template;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * Makes Connect's records of the samples of one stream: one of each, or one of all that came together.
 *
 * <pre>
 *   key    {point} or what the connector's key says
 *   value  see {@link SampleLayout}, {@link WideSchema}
 * </pre>
 *
 * <p>One thread.
 */
final class SampleRecords {

    private final Template topic;
    private final Template key;
    private final boolean headers;
    private final String stream;
    private final Numbering numbering;
    private final SampleLayout layout;
    private final boolean wide;
    private final PointCache<RecordTarget> targets = new PointCache<>(this::target);
    /** Types that were known once, by point: a device that is away does not say them. */
    private final Map<String, RecordTarget.KnownType> types = new HashMap<>();
    /** By topic and connection. */
    private final Map<List<String>, WideSchema> wideSchemas = new HashMap<>();
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

    SampleRecords(OptionValues options, String sink, String stream, Numbering numbering) {
        topic = options.get(SourceOptions.TOPIC).ofStream(sink, stream);
        key = options.get(SourceOptions.KEY).ofStream(sink, stream);
        headers = options.get(SourceOptions.HEADERS);
        wide = options.get(SourceOptions.LAYOUT).equals(SourceOptions.WIDE);
        layout = new SampleLayout(
                options.get(SourceOptions.LAYOUT).equals(SourceOptions.UNIFORM),
                options.get(SourceOptions.TIMES).equals(SourceOptions.TIMESTAMP));
        this.stream = stream;
        this.numbering = numbering;
    }

    private RecordTarget target(PointGroup group, int index) {
        DataPoint point = group.points().get(index);
        RecordTarget target = new RecordTarget(
                point,
                types.computeIfAbsent(point.name(), of -> new RecordTarget.KnownType()),
                topic.of(point),
                key.of(point),
                numbering.of(point.connection(), stream));
        boolean isSaid = !StatusCode.isBad(group.statusAt(index));
        DataType declared = target.type() == null ? point.type() : target.type();
        DataType known = isSaid ? group.typeAt(index) : declared;
        if (known != null) {
            learn(target, known);
        }
        if (headers) {
            target.headers.addString("connection", point.connection());
            target.headers.addString("stream", stream);
            target.headers.addLong("run", target.series.run());
        }
        return target;
    }

    /** What a device says of a point counts from then on, also when it is away later. */
    private void learn(RecordTarget target, DataType type) {
        target.setType(type);
        if (wide) {
            wideSchema(target).admit(target);
        }
    }

    private WideSchema wideSchema(RecordTarget target) {
        String connection = target.point.connection();
        return wideSchemas.computeIfAbsent(
                List.of(target.topic, connection), of -> new WideSchema(stream, connection, layout));
    }

    /** Adds the batch's samples to a unit; their series are added to those that it has touched. */
    void add(SampleBatch batch, RecordUnit unit, Set<Numbering.Series> touched) {
        PointGroup group = batch.group();
        Long wanted = expected.put(group, batch.sequence() + batch.size());
        if (wanted == null) {
            // All types of a new group are known before the first record of it.
            IntStream.range(0, group.size()).forEach(point -> targets.at(group, point));
        }
        boolean isBacklog = isBacklog(batch);
        long missing = wanted == null ? 0 : Math.max(0, batch.sequence() - wanted);
        Map<WideSchema, WideRecord> open = new LinkedHashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            RecordTarget target = targets.at(group, batch.pointAt(i));
            DataType type = group.typeAt(batch.pointAt(i));
            if (!StatusCode.isBad(batch.statusAt(i)) && !type.equals(target.type())) {
                learn(target, type);
            }
            Numbering.Series series = target.series;
            touched.add(series);
            if (i == 0) {
                series.skip(missing);
            }
            int status = published(target, batch.statusAt(i));
            long sequence = series.take();
            if (wide) {
                addWide(batch, i, target, status, sequence, open, unit, isBacklog);
            } else {
                boolean repeated = isBacklog && !StatusCode.isBad(status);
                Struct value = layout.of(batch, i, target, status, sequence);
                unit.addSample(record(target, value, sequence, batch.receivedAt(), repeated, unit));
            }
        }
        open.forEach((schema, record) -> close(schema, record, unit, isBacklog));
    }

    private void addWide(
            SampleBatch batch,
            int i,
            RecordTarget target,
            int status,
            long sequence,
            Map<WideSchema, WideRecord> open,
            RecordUnit unit,
            boolean isBacklog) {
        WideSchema schema = wideSchema(target);
        WideRecord record = open.get(schema);
        if (record != null && record.has(target)) {
            close(schema, record, unit, isBacklog);
            record = null;
        }
        if (record == null) {
            record = new WideRecord(target, batch.receivedAt());
            open.put(schema, record);
        }
        record.add(batch, i, target, status, sequence, schema);
        unit.addSample(record.samples());
    }

    private void close(WideSchema schema, WideRecord wideRecord, RecordUnit unit, boolean isBacklog) {
        boolean repeated = isBacklog && wideRecord.hasValues();
        Struct value = wideRecord.struct(schema, layout);
        unit.add(
                record(wideRecord.first(), value, wideRecord.sequence(), wideRecord.receivedAt(), repeated, unit),
                wideRecord.samples());
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

    /** The first sample of a point in this run is marked. */
    private int published(RecordTarget target, int status) {
        String point = target.point.name();
        boolean isFirst = !StatusCode.isBad(status) && !begun.contains(point) && beginning.add(point);
        return isFirst ? StatusCode.withOverflow(status) : status;
    }

    private SampleRecord record(
            RecordTarget target, Struct value, long sequence, long receivedAt, boolean repeated, RecordUnit unit) {
        // A copy: transformations may change a record's own.
        Headers own = target.headers.duplicate();
        DataType type = target.type();
        if (headers && !wide && type != null) {
            own.addString("type", type.text());
        }
        if (headers && !wide && !target.point.unit().isEmpty()) {
            own.addString("unit", target.point.unit());
        }
        if (headers) {
            own.addLong("sequence", sequence);
        }
        if (repeated) {
            own.addBoolean("mayBeRepeated", true);
        }
        return new SampleRecord(
                unit,
                target.series.partition(),
                target.series.offset(sequence),
                target.topic,
                target.key,
                value,
                receivedAt < 0 ? null : receivedAt / NANOS_PER_MILLI,
                own);
    }
}
