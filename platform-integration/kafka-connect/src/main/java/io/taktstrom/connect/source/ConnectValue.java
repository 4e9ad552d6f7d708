package io.taktstrom.connect.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueText;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Values in Connect's types: integers in the smallest that holds them all ({@code USINT} is an {@code INT16}), {@code ULINT} and
 * {@code LWORD} as {@code Decimal}; times as text (ISO 8601) or as
 * Connect's logical types, enumerations as the name of their member; arrays and structures as
 * such.
 */
final class ConnectValue {

    private final boolean logicalTimes;

    /** @param logicalTimes whether dates and times of day are Connect's {@code Date}, {@code Time} and {@code Timestamp} */
    ConnectValue(boolean logicalTimes) {
        this.logicalTimes = logicalTimes;
    }

    /** A value that is there. */
    Schema schema(DataType type) {
        return builder(type).build();
    }

    /** A value that may be missing. */
    Schema optional(DataType type) {
        return builder(type).optional().build();
    }

    private SchemaBuilder builder(DataType type) {
        if (type instanceof ScalarType scalar) {
            return switch (scalar.kind()) {
                case BOOLEAN -> SchemaBuilder.bool();
                case SIGNED -> whole(scalar.imageBytes());
                case UNSIGNED -> whole(2 * scalar.imageBytes());
                case FLOAT -> scalar == ScalarType.REAL ? SchemaBuilder.float32() : SchemaBuilder.float64();
                case CHARACTER, DURATION -> SchemaBuilder.string();
                case DATE -> logicalTimes ? Date.builder() : SchemaBuilder.string();
                case TIME_OF_DAY -> logicalTimes ? Time.builder() : SchemaBuilder.string();
                case DATE_AND_TIME -> logicalTimes ? Timestamp.builder() : SchemaBuilder.string();
            };
        }
        if (type instanceof ArrayType array) {
            SchemaBuilder nested = SchemaBuilder.array(schema(array.element()));
            for (int dimension = 1; dimension < array.bounds().size(); dimension++) {
                nested = SchemaBuilder.array(nested.build());
            }
            return nested;
        }
        if (type instanceof StructType struct) {
            SchemaBuilder fields = SchemaBuilder.struct().name("io.taktstrom.struct." + name(struct.name()));
            struct.fields().forEach(field -> fields.field(field.name(), schema(field.type())));
            return fields;
        }
        return SchemaBuilder.string();
    }

    private static SchemaBuilder whole(int bytes) {
        return switch (bytes) {
            case 1 -> SchemaBuilder.int8();
            case 2 -> SchemaBuilder.int16();
            case 4 -> SchemaBuilder.int32();
            case 8 -> SchemaBuilder.int64();
            default -> Decimal.builder(0);
        };
    }

    /** A text as a part of a schema's name, for registries that allow little. */
    static String name(String text) {
        return text.replaceAll("[^A-Za-z0-9_]+", "_");
    }

    /** @param value as {@code Values} gives it */
    Object of(DataType type, Schema schema, Object value) {
        if (type instanceof ArrayType array) {
            return list(array.element(), schema.valueSchema(), (List<?>) value);
        }
        if (type instanceof StructType structure) {
            Map<?, ?> fields = (Map<?, ?>) value;
            Struct struct = new Struct(schema);
            for (StructType.Field field : structure.fields()) {
                Object inner = fields.get(field.name());
                if (inner != null) {
                    struct.put(
                            field.name(),
                            of(field.type(), schema.field(field.name()).schema(), inner));
                }
            }
            return struct;
        }
        return value instanceof Number number && !(type instanceof EnumType)
                ? number(schema, number)
                : scalar(schema, value);
    }

    private static Object scalar(Schema schema, Object value) {
        if (schema.type() == Schema.Type.STRING) {
            return value.toString();
        }
        if (value instanceof LocalDate date) {
            return instant(date.atStartOfDay());
        }
        if (value instanceof LocalTime time) {
            return instant(time.atDate(LocalDate.EPOCH));
        }
        return value instanceof LocalDateTime both ? instant(both) : value;
    }

    private static java.util.Date instant(LocalDateTime time) {
        return java.util.Date.from(time.toInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
    }

    /** A value as text: arrays and structures as JSON. */
    static String text(Object value) {
        if (!(value instanceof List<?> || value instanceof Map<?, ?>)) {
            return value.toString();
        }
        TextBuffer text = new TextBuffer();
        ValueText.json(value, text);
        return text.toString();
    }

    private List<Object> list(DataType element, Schema schema, List<?> values) {
        return values.stream()
                .<Object>map(each -> each instanceof List<?> inner
                        ? list(element, schema.valueSchema(), inner)
                        : of(element, schema, each))
                .toList();
    }

    private static Object number(Schema schema, Number number) {
        return switch (schema.type()) {
            case INT8 -> number.byteValue();
            case INT16 -> number.shortValue();
            case INT32 -> number.intValue();
            case INT64 -> number.longValue();
            case BYTES ->
                number instanceof BigInteger big ? new BigDecimal(big) : BigDecimal.valueOf(number.longValue());
            default -> number;
        };
    }
}
