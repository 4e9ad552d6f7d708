package io.taktstrom.connect.source;

import java.util.HashMap;
import java.util.Map;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Stands in for a schema registry where one is too slow; {@code RegistrySuite} asks a real one. It keeps the latest schema of each subject, and refuses one that is not
 * compatible with it as Avro's rules have it (BACKWARD: a reader with the new schema reads what was written with the old one; FORWARD: the
 * reverse).
 */
final class RegistryDouble {

    /** How a subject follows from a record. */
    enum Subjects {
        TOPIC_NAME {
            @Override
            String of(SourceRecord record) {
                return record.topic() + "-value";
            }
        },
        RECORD_NAME {
            @Override
            String of(SourceRecord record) {
                return record.valueSchema().name();
            }
        },
        TOPIC_RECORD_NAME {
            @Override
            String of(SourceRecord record) {
                return record.topic() + "-" + record.valueSchema().name();
            }
        };

        abstract String of(SourceRecord record);
    }

    private final Subjects subjects;
    private final Map<String, Schema> latest = new HashMap<>();
    private int versions;

    RegistryDouble(Subjects subjects) {
        this.subjects = subjects;
    }

    /** How many versions of schemas were registered. */
    int versions() {
        return versions;
    }

    /** @throws IllegalStateException when the schema is not compatible with the one before */
    void register(SourceRecord record) {
        String subject = subjects.of(record);
        Schema next = record.valueSchema();
        Schema before = latest.put(subject, next);
        if (before == null || !before.equals(next)) {
            versions++;
        }
        if (before != null && !(reads(next, before) && reads(before, next))) {
            throw new IllegalStateException(
                    "subject " + subject + ": " + describe(next) + " after " + describe(before));
        }
    }

    private static boolean reads(Schema reader, Schema writer) {
        if (reader.type() != Schema.Type.STRUCT || writer.type() != Schema.Type.STRUCT) {
            return reader.type() == writer.type() && (reader.isOptional() || !writer.isOptional());
        }
        for (Field field : reader.fields()) {
            Field written = writer.field(field.name());
            if (written == null ? !field.schema().isOptional() : !reads(field.schema(), written.schema())) {
                return false;
            }
        }
        return String.valueOf(reader.name()).equals(String.valueOf(writer.name()));
    }

    private static String describe(Schema schema) {
        return schema.name() + " " + schema.fields();
    }
}
