package io.taktstrom.sinks.sql;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueKind;
import io.taktstrom.sinks.format.ValueText;

/** Where a value goes, by the type of its point: each kind has a column of its own type, so that no value is bent to fit. */
enum ValueColumn {
    REAL("value", "double precision"),
    INTEGER("value_int", "bigint"),
    /** {@code ULINT} and {@code LWORD}: what is beyond 63 bits has no integer type. */
    UNSIGNED("value_uint", "numeric(20,0)"),
    BOOLEAN("value_bool", "boolean"),
    /** Strings, characters, times in ISO 8601, names of enumerations. */
    TEXT("value_text", "text"),
    /** Arrays and structures. Not jsonb, which forgets the order of fields and the sign of zero. */
    JSON("value_json", "json");

    private final String column;
    private final String sqlType;

    ValueColumn(String column, String sqlType) {
        this.column = column;
        this.sqlType = sqlType;
    }

    /** Its name in the narrow layout. */
    String column() {
        return column;
    }

    String sqlType() {
        return sqlType;
    }

    static ValueColumn of(DataType type) {
        return switch (ValueKind.of(type)) {
            case FLOAT, DOUBLE -> REAL;
            case INTEGER -> INTEGER;
            case UNSIGNED -> UNSIGNED;
            case BOOLEAN -> BOOLEAN;
            case TEXT, DURATION, DATE, TIME_OF_DAY, DATE_AND_TIME -> TEXT;
            case JSON -> JSON;
        };
    }

    /**
     * Whether a column of this type takes such values as they are or by a cast that loses nothing.
     *
     * @param existing as PostgreSQL's format_type writes it
     */
    boolean fits(String existing) {
        return switch (this) {
            case REAL ->
                existing.equals("double precision") || existing.equals("real") || existing.startsWith("numeric");
            case INTEGER ->
                existing.equals("bigint")
                        || existing.equals("integer")
                        || existing.equals("smallint")
                        || existing.equals("double precision")
                        || existing.startsWith("numeric");
            case UNSIGNED -> existing.startsWith("numeric") || existing.equals("bigint");
            case BOOLEAN -> existing.equals("boolean");
            case TEXT -> existing.equals("text") || existing.startsWith("character");
            case JSON -> existing.equals("json") || existing.equals("jsonb");
        };
    }

    /**
     * Appends the value of a sample that is not Bad as a field. Hot, but for times, enumerations, arrays and structures.
     *
     * @param scratch for text; its content is lost
     * @return false when PostgreSQL cannot hold it: it is a text with a zero byte. The field is not there then
     */
    boolean append(SampleBatch batch, int i, CopyRows rows, TextBuffer scratch) {
        switch (this) {
            case REAL -> rows.real(batch.doubleAt(i));
            case INTEGER -> rows.integer(batch.longAt(i));
            case UNSIGNED -> rows.unsigned(batch.longAt(i));
            case BOOLEAN -> rows.truth(batch.longAt(i) != 0);
            case TEXT -> {
                if (batch.group().typeAt(batch.pointAt(i)) instanceof StringType) {
                    return rows.text(batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i));
                }
                scratch.clear();
                ValueText.text(batch, i, scratch);
                return rows.text(scratch);
            }
            case JSON -> {
                scratch.clear();
                ValueText.json(batch, i, scratch);
                return rows.text(scratch);
            }
        }
        return true;
    }
}
