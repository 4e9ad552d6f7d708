package io.taktstrom.connect.source;

import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * What stands in the record of a sample. A schema follows from the type of a point alone: it is the same whether the device
 * is there or not. One thread.
 *
 * <pre>
 *   typed     io.taktstrom.sample.LREAL     value: float64              a schema for each type
 *             io.taktstrom.sample           without a value             Bad, and no device has ever said the type
 *   uniform   io.taktstrom.sample.any       value: {double, long, string, boolean}, one of them is there
 * </pre>
 */
final class SampleLayout {

    private static final String NAME = "io.taktstrom.sample";
    private static final Schema ANY = SchemaBuilder.struct()
            .name("io.taktstrom.value")
            .field("double", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .field("long", Schema.OPTIONAL_INT64_SCHEMA)
            .field("string", Schema.OPTIONAL_STRING_SCHEMA)
            .field("boolean", Schema.OPTIONAL_BOOLEAN_SCHEMA)
            .optional()
            .build();

    private final boolean uniform;
    private final boolean logicalTimes;
    private final ConnectValue values;
    private final Map<DataType, Schema> schemas = new HashMap<>();
    private final Map<DataType, Schema> optionals = new HashMap<>();
    private final Schema withoutValue;
    private final Schema any;

    /** @param logicalTimes whether times are Connect's {@code Timestamp}, in milliseconds */
    SampleLayout(boolean uniform, boolean logicalTimes) {
        this.uniform = uniform;
        this.logicalTimes = logicalTimes;
        values = new ConnectValue(logicalTimes);
        withoutValue = schema(NAME, null);
        any = schema(NAME + ".any", ANY);
    }

    private Schema schema(String name, @Nullable Schema value) {
        SchemaBuilder fields = SchemaBuilder.struct().name(name).version(1).field("point", Schema.STRING_SCHEMA);
        if (value != null) {
            fields.field("value", value);
        }
        fields.field("status", Schema.STRING_SCHEMA);
        return withTimes(fields).build();
    }

    /** The fields that all records have. */
    SchemaBuilder withTimes(SchemaBuilder fields) {
        Schema time = logicalTimes ? Timestamp.builder().optional().build() : Schema.OPTIONAL_INT64_SCHEMA;
        return fields.field("sourceTime", time)
                .field("receivedAt", time)
                .field("sequence", Schema.INT64_SCHEMA)
                .field("run", Schema.INT64_SCHEMA);
    }

    /** Fills those fields. */
    void putTimes(Struct record, long sourceTime, long receivedAt, long sequence, long run) {
        record.put("sourceTime", time(sourceTime));
        record.put("receivedAt", time(receivedAt));
        record.put("sequence", sequence);
        record.put("run", run);
    }

    private @Nullable Object time(long epochNanos) {
        if (epochNanos == SampleBatch.NO_TIME) {
            return null;
        }
        return logicalTimes
                ? (Object) Date.from(Instant.ofEpochMilli(Math.floorDiv(epochNanos, NANOS_PER_MILLI)))
                : (Object) epochNanos;
    }

    /** The schema of a value that may be missing. */
    Schema optional(DataType type) {
        return optionals.computeIfAbsent(type, values::optional);
    }

    /** The value of a sample that has one. */
    Object value(SampleBatch batch, int i, DataType type, Schema schema) {
        return values.of(type, schema, Values.get(batch, i));
    }

    /** @param status as it is published */
    Struct of(SampleBatch batch, int i, RecordTarget target, int status, long sequence) {
        DataType type = target.type();
        Struct record;
        if (uniform) {
            record = new Struct(any);
            if (!StatusCode.isBad(status)) {
                record.put("value", any(Values.get(batch, i)));
            }
        } else if (type == null) {
            record = new Struct(withoutValue);
        } else {
            Schema schema = schemas.computeIfAbsent(
                    type, of -> schema(NAME + "." + ConnectValue.name(of.text()), values.optional(of)));
            record = new Struct(schema);
            if (!StatusCode.isBad(status)) {
                record.put("value", value(batch, i, type, schema.field("value").schema()));
            }
        }
        record.put("point", target.point.name());
        record.put("status", StatusCode.name(status));
        putTimes(record, batch.sourceTimeAt(i), batch.receivedAt(), sequence, target.series.run());
        return record;
    }

    private static Struct any(Object value) {
        Struct any = new Struct(ANY);
        if (value instanceof Boolean flag) {
            return any.put("boolean", flag);
        }
        if (value instanceof Long number) {
            return any.put("long", number);
        }
        return value instanceof Float || value instanceof Double
                ? any.put("double", Double.valueOf(value.toString()))
                : any.put("string", ConnectValue.text(value));
    }
}
