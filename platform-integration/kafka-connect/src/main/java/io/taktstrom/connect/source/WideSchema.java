package io.taktstrom.connect.source;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The schema of the records that hold all points of a connection in a stream. A point has a field from when its type is known; a
 * field changes only with the type that the device says, and is never taken away in a run. One thread.
 *
 * <pre>
 *   io.taktstrom.points.STREAM_CONNECTION     values: {press1_force: float64, ...}, each may be missing
 *                                             statuses: {press1_force: Bad_NotConnected}, of those that are not Good
 * </pre>
 */
final class WideSchema {

    private final String name;
    private final SampleLayout layout;
    private final Map<String, Schema> fields = new TreeMap<>();
    private final Map<String, String> pointOf = new HashMap<>();
    private @Nullable Schema points;
    private @Nullable Schema record;

    WideSchema(String stream, String connection, SampleLayout layout) {
        name = "io.taktstrom.points." + ConnectValue.name(stream + "_" + connection);
        this.layout = layout;
    }

    /** A point's field, in letters that all converters allow. */
    String field(RecordTarget target) {
        String point = target.point.name();
        String field = ConnectValue.name(point);
        while (!pointOf.computeIfAbsent(field, free -> point).equals(point)) {
            field += "_";
        }
        return field;
    }

    /** A point is of the type that its target says. */
    void admit(RecordTarget target) {
        Schema schema = layout.optional(typeOf(target));
        if (!schema.equals(fields.put(field(target), schema))) {
            points = null;
            record = null;
        }
    }

    Object value(SampleBatch batch, int i, RecordTarget target) {
        DataType type = typeOf(target);
        return layout.value(batch, i, type, layout.optional(type));
    }

    private static DataType typeOf(RecordTarget target) {
        DataType type = target.type();
        if (type == null) {
            throw new IllegalStateException(target.point.name() + " has a value, and no type");
        }
        return type;
    }

    Schema points() {
        Schema now = points;
        if (now == null) {
            SchemaBuilder all = SchemaBuilder.struct().name(name + ".values");
            fields.forEach(all::field);
            now = all.build();
            points = now;
        }
        return now;
    }

    Schema record() {
        Schema now = record;
        if (now == null) {
            now = layout.withTimes(SchemaBuilder.struct()
                            .name(name)
                            .field("values", points())
                            .field(
                                    "statuses",
                                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                                            .build()))
                    .build();
            record = now;
        }
        return now;
    }
}
