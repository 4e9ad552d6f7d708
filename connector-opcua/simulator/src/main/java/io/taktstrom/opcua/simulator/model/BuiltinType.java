package io.taktstrom.opcua.simulator.model;

import java.util.Arrays;
import java.util.stream.Collectors;

import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;

/** The built-in types that a variable may have, with their numbers (OPC UA Part 6, 5.1.2, table 1). */
public enum BuiltinType implements UaType {
    BOOLEAN("Boolean", 1, ScalarType.BOOL),
    SBYTE("SByte", 2, ScalarType.SINT),
    BYTE("Byte", 3, ScalarType.USINT),
    INT16("Int16", 4, ScalarType.INT),
    UINT16("UInt16", 5, ScalarType.UINT),
    INT32("Int32", 6, ScalarType.DINT),
    UINT32("UInt32", 7, ScalarType.UDINT),
    INT64("Int64", 8, ScalarType.LINT),
    UINT64("UInt64", 9, ScalarType.ULINT),
    FLOAT("Float", 10, ScalarType.REAL),
    DOUBLE("Double", 11, ScalarType.LREAL),
    STRING("String", 12, null),
    DATE_TIME("DateTime", 13, ScalarType.LDT),
    GUID("Guid", 14, null),
    BYTE_STRING("ByteString", 15, null),
    NODE_ID("NodeId", 17, null),
    STATUS_CODE("StatusCode", 19, ScalarType.DWORD),
    QUALIFIED_NAME("QualifiedName", 20, null),
    LOCALIZED_TEXT("LocalizedText", 21, null);

    private final String text;
    private final int number;
    private final @Nullable ScalarType scalar;

    BuiltinType(String text, int number, @Nullable ScalarType scalar) {
        this.text = text;
        this.number = number;
        this.scalar = scalar;
    }

    /** The type of this name, or null. */
    static @Nullable BuiltinType find(String name) {
        for (BuiltinType type : values()) {
            if (type.text.equals(name)) {
                return type;
            }
        }
        return null;
    }

    /** All names, for messages. */
    static String all() {
        return Arrays.stream(values()).map(BuiltinType::text).collect(Collectors.joining(", "));
    }

    @Override
    public String text() {
        return text;
    }

    /** Its number, which is also its node id in namespace 0. */
    public int number() {
        return number;
    }

    /** The type that has the same values, or null for those that are texts to us. */
    public @Nullable ScalarType scalar() {
        return scalar;
    }

    /** Whether a waveform can move it. */
    public boolean isMovable() {
        return scalar != null && this != STATUS_CODE;
    }
}
